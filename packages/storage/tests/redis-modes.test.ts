import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from '@jest/globals'
import { findFreePort } from '@meadow/stack/ports'
import { describeOnEachEngine, eventually, testLog } from '@meadow/testing'
import { createTestCertificates, hasOpenssl, type TestCertificates } from '@meadow/testing/certificates'
import { type EngineService, onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { Redis } from 'ioredis'
import { isTransientError, openSharedState } from '../src/index.ts'

const options = { now: () => new Date('2026-03-01T12:00:00Z'), log: testLog }

/** Adds arguments, and ports that are the same in the container and on this machine. */
const withArguments =
  (ports: readonly number[], ...args: string[]) =>
  (redis: EngineService): EngineService => ({
    ...redis,
    command: [...(redis.command ?? []), ...args],
    ports: [...(redis.ports ?? []), ...ports.map((port) => `127.0.0.1:${port}:${port}`)],
  })

async function expectToWork(url: string): Promise<void> {
  await using state = await openSharedState(url, options)
  const received: string[] = []
  await using _ = await state.subscribe('channel', (payload) => received.push(payload))
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`) // in many slots of a cluster
  await eventually(() => state.set('key 0', '0', 60)) // the first connection may take longer than a command
  for (const key of keys) await state.set(key, key, 60)
  expect((await state.getMany(keys)).size).toBe(20)
  expect(await state.increment('count', 2, 60)).toBe(2)
  expect(await state.compareAndSet('key 1', 'key 1', 'changed', 60)).toBe(true)
  await eventually(async () => {
    await state.publish('channel', 'hello') // repeated, because the first attempt to subscribe may meet an absent node
    expect(received).toContain('hello')
  })
}

const isRefused = async (url: string) => {
  await using state = await openSharedState(url, options)
  return state.ping().catch(isTransientError)
}

describeOnEachEngine(await onOwnEngine('redis', async () => {}), () => {
  const withOpenssl = hasOpenssl() ? describe : describe.skip
  withOpenssl('with TLS', () => {
    let certificates: TestCertificates | undefined
    afterAll(() => certificates?.[Symbol.dispose]())

    it('accepts a server of the given authority only, and clients with a certificate', async () => {
      certificates = createTestCertificates()
      const { ca, otherCa, server, client } = certificates
      const port = await findFreePort()
      const names = { '--tls-cert-file': server.cert, '--tls-key-file': server.key, '--tls-ca-cert-file': ca }
      const files = Object.entries(names).map(([option, file]) => ({
        option,
        target: `/tmp/${option.slice(2)}.pem`,
        content: readFileSync(file, 'utf8'),
      }))
      const options = files.flatMap(({ option, target }) => [option, target])
      const addTls = withArguments([port], '--tls-port', String(port), '--tls-auth-clients', 'yes', ...options)
      await using _ = await startOwnServer('redis', { change: (redis) => ({ ...addTls(redis), files }) })
      const url = `rediss://127.0.0.1:${port}`
      const identity = `cert=${client.cert}&key=${client.key}`
      await expectToWork(`${url}?ca=${ca}&${identity}`)
      expect(await isRefused(`${url}?ca=${otherCa}&${identity}`)).toBe(true)
      expect(await isRefused(`${url}?${identity}`)).toBe(true)
      expect(await isRefused(`${url}?ca=${ca}`)).toBe(true)
    })
  })

  it('works on a cluster', async () => {
    const announced = ['--cluster-announce-ip', '127.0.0.1', '--cluster-announce-port']
    const change = (redis: EngineService) =>
      withArguments([], '--cluster-enabled', 'yes', ...announced, redis.ports?.[0]?.split(':')[1] ?? '')(redis)
    await using started = await startOwnServer('redis', { change })
    const admin = new Redis(started.port, { replyMapping: 'legacy' })
    await admin.call('cluster', 'addslotsrange', '0', '16383')
    await eventually(async () => expect(await admin.call('cluster', 'info')).toContain('cluster_state:ok'))
    admin.disconnect()
    await expectToWork(`redis-cluster://127.0.0.1:1,127.0.0.1:${started.port}`)
  })

  it('finds the primary by its sentinels', async () => {
    const [primary, sentinel] = [await findFreePort(), await findFreePort()]
    // beside its primary, whose address is then the same for both sides
    const script = [
      `redis-server --port ${primary} --protected-mode no --daemonize yes`,
      `printf 'port ${sentinel}\nprotected-mode no\nsentinel monitor main 127.0.0.1 ${primary} 1\n' > /tmp/sentinel.conf`,
      `exec redis-server /tmp/sentinel.conf --sentinel`,
    ]
    const change = (redis: EngineService): EngineService => ({
      ...withArguments([primary, sentinel])(redis),
      command: ['sh', '-c', script.join(' && ')],
      healthcheck: { test: ['CMD', 'sh', '-c', `redis-cli -p ${sentinel} ping | grep -q PONG`] },
    })
    await using _ = await startOwnServer('redis', { change })
    await expectToWork(`redis-sentinel://127.0.0.1:1,127.0.0.1:${sentinel}?sentinelMasterId=main`)
  })
})
