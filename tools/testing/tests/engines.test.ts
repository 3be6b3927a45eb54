import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { findTestImage } from '../src/engines/find-test-engine.ts'
import { openEngineHost } from '../src/engines/host.ts'
import { ENGINES_ADDRESS, onOwnEngine, onSharedEngine } from '../src/engines/index.ts'

const VARIABLES = ['TEST_ENGINES', ENGINES_ADDRESS, 'MINIO_IMAGE', 'REDIS_IMAGE']
const original = { ...process.env }
const setTestEngines = (value: string) => {
  process.env['TEST_ENGINES'] = value
}
afterEach(() => {
  for (const name of VARIABLES)
    if (original[name] === undefined) delete process.env[name]
    else process.env[name] = original[name]
})

/** Starts a host that gives the same response for every engine. */
async function startHost(response: object): Promise<AsyncDisposable> {
  const server = createServer((_request, to) => to.end(JSON.stringify(response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env[ENGINES_ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { [Symbol.asyncDispose]: async () => void server.close() }
}
const open = () => 'opened'
const MISSING = 'no container engine responds'

describe('the engines of tests', () => {
  it('are skipped by default', async () => {
    setTestEngines('')
    expect(await onOwnEngine('redis', open)).toEqual({ 'redis of its own': undefined })
  })

  it('are opened where their image is available', async () => {
    setTestEngines('all')
    await using _host = await startHost({ what: 'redis:8', url: 'redis://127.0.0.1:1' })
    expect((await onOwnEngine('redis', open))['redis:8 of its own']?.()).toBe('opened')
    expect((await onSharedEngine('redis', (url) => url))['redis:8']?.()).toBe('redis://127.0.0.1:1')
  })

  it('are skipped where they are missing, if TEST_ENGINES allows it', async () => {
    setTestEngines('available')
    await using _host = await startHost({ missing: MISSING })
    expect(await onOwnEngine('redis', open)).toEqual({ 'redis of its own': undefined })
    expect(await onSharedEngine('redis', open)).toEqual({ redis: undefined })
  })

  it('fail with the reason if all are required', async () => {
    setTestEngines('all')
    await using _host = await startHost({ missing: MISSING })
    await expect(onOwnEngine('redis', open)).rejects.toThrow(MISSING)
    await expect(onSharedEngine('redis', open)).rejects.toThrow(MISSING)
  })

  it('are left out, also if all are required, if this run does without them', async () => {
    setTestEngines('all')
    await using _host = await startHost({ leftOut: 'there is no image' })
    expect(await onOwnEngine('minio', open)).toEqual({ 'minio of its own': undefined })
    expect(await onSharedEngine('minio', open)).toEqual({ minio: undefined })
  })

  it('are requested by one connection each, as the host may close a kept one under the next request', async () => {
    await using _host = await openEngineHost()
    const response = await fetch(`${process.env[ENGINES_ADDRESS]}/nothing`)
    expect(response.headers.get('connection')).toBe('close')
    expect(await response.json()).toEqual({ missing: "There is no test engine 'nothing'" })
  })

  it('reject another value of TEST_ENGINES', async () => {
    setTestEngines('some')
    await expect(onOwnEngine('redis', open)).rejects.toThrow("TEST_ENGINES is all or available, not 'some'")
  })
})

describe('the image of an engine', () => {
  it('is missing if it cannot be pulled', async () => {
    setTestEngines('available')
    process.env['REDIS_IMAGE'] = '127.0.0.1:1/redis:8'
    expect(await findTestImage('redis')).toHaveProperty('missing')
  })

  it('is left out if it is that of MinIO, which this machine must have built', async () => {
    setTestEngines('all')
    process.env['MINIO_IMAGE'] = 'localhost/meadow/nothing'
    expect(await findTestImage('minio')).toHaveProperty('leftOut')
  })
})
