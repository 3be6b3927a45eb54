import { describe, expect, it } from '@jest/globals'
import { ENGINES_FILE, PRODUCT_FILE, readComposeServices } from '../src/compose-file.ts'

describe('compose.engines.yaml', () => {
  it('starts the images of docker-compose.yml, and those that the same variables name', async () => {
    for (const variables of [{}, { KAFKA_IMAGE: 'kafka:1', MONGODB_IMAGE: 'mongo:1', REDIS_IMAGE: 'redis:1' }]) {
      const product = await readComposeServices(PRODUCT_FILE, variables)
      const engines = await readComposeServices(ENGINES_FILE, variables)
      const toImages = (services: typeof engines) => Object.keys(engines).map((name) => services[name]?.image)
      expect(toImages(engines)).toEqual(toImages(product))
      expect(engines['kafka']?.image).toBe('KAFKA_IMAGE' in variables ? 'kafka:1' : 'apache/kafka:4.3.1')
    }
  })

  it('opens its ports to this machine only, and has URLs with the ports that variables name', async () => {
    const engines = await readComposeServices(ENGINES_FILE, { KAFKA_PORT: '1234', REDIS_PORT: '2345' })
    for (const port of Object.values(engines).flatMap(({ ports = [] }) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/)
    expect(engines['kafka']?.ports?.[0]).toBe('127.0.0.1:1234:9092')
    expect(engines['kafka']?.environment?.['KAFKA_ADVERTISED_LISTENERS']).toMatch(/^CLIENTS:\/\/127\.0\.0\.1:1234,/)
    expect(engines['kafka']?.['x-variables']?.['BUS_URL']).toBe('kafka://127.0.0.1:1234?replicationFactor=1')
    expect(engines['redis']?.['x-variables']).toEqual({ STATE_URL: 'redis://127.0.0.1:2345' })
  })

  it('passes a dollar sign to the container, as docker compose does', async () => {
    const { kafka } = await readComposeServices(ENGINES_FILE, {})
    expect(kafka?.healthcheck?.test.at(-1)).toContain('[ "$(timeout 5 head')
  })
})
