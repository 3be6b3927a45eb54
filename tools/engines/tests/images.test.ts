import { describe, expect, it } from '@jest/globals'
import { readComposeImage } from '../src/images.ts'
import { VERSIONS } from '../src/versions.ts'

describe('the images of the engines', () => {
  it('are those of docker-compose.yml, with the versions that run without containers', () => {
    expect(readComposeImage('kafka')).toContain(`apache/kafka:${VERSIONS.kafka}`)
    expect(readComposeImage('versitygw')).toContain(`versity/versitygw:${VERSIONS.versitygw}`)
    for (const [service, name] of [['postgres'], ['redis'], ['mongodb', 'mongo']] as const)
      expect(readComposeImage(service)).toMatch(new RegExp(`^${name ?? service}:\\d`))
  })

  it('are missing for an unknown service', () => {
    expect(() => readComposeImage('nothing')).toThrow('docker-compose.yml has no image of nothing')
  })
})
