import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from '@jest/globals'
import { describeOnEachEngine, eventually, testLog } from '@meadow/testing'
import { createTestCertificates, hasOpenssl, type TestCertificates } from '@meadow/testing/certificates'
import { type Engine, onOwnEngine, redis, startOwnServer } from '@meadow/testing/engines'
import { Redis } from 'ioredis'
import { isTransientError, openSharedState } from '../src/index.ts'

const options = { now: () => new Date('2026-03-01T12:00:00Z'), log: testLog }

/** Returns a Redis with further arguments, and further ports. */
const withArguments = (ports: number, toArguments: (ports: readonly number[], dir: string) => string[]): Engine => ({
  ...redis,
  ports: [...redis.ports, ...Array.from({ length: ports }, (_, index) => 26_390 + index)],
  async prepare(location) {
    const { args, ...launch } = await redis.prepare(location)
    return { ...launch, args: [...args, ...toArguments(location.ports, location.dir)] }
  },
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

describeOnEachEngine(
  onOwnEngine(redis, async () => {}),
  () => {
    const withOpenssl = hasOpenssl() ? describe : describe.skip
    withOpenssl('with TLS', () => {
      let certificates: TestCertificates | undefined
      afterAll(() => certificates?.[Symbol.dispose]())

      it('accepts a server of the given authority only, and clients with a certificate', async () => {
        certificates = createTestCertificates()
        const { ca, otherCa, server, client } = certificates
        const files = ['--tls-cert-file', server.cert, '--tls-key-file', server.key, '--tls-ca-cert-file', ca]
        const engine = withArguments(1, ([, port]) => [
          '--tls-port',
          String(port),
          '--tls-auth-clients',
          'yes',
          ...files,
        ])
        await using started = await startOwnServer(engine)
        const url = `rediss://127.0.0.1:${started.location.ports[1]}`
        const identity = `cert=${client.cert}&key=${client.key}`
        await expectToWork(`${url}?ca=${ca}&${identity}`)
        expect(await isRefused(`${url}?ca=${otherCa}&${identity}`)).toBe(true)
        expect(await isRefused(`${url}?${identity}`)).toBe(true)
        expect(await isRefused(`${url}?ca=${ca}`)).toBe(true)
      })
    })

    it('works on a cluster', async () => {
      await using started = await startOwnServer(
        withArguments(1, ([, busPort]) => [
          ...['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'],
          ...['--cluster-port', String(busPort)], // by default 10,000 above the other, where a connection may have it
        ]),
      )
      const admin = new Redis(started.port, { replyMapping: 'legacy' })
      await admin.call('cluster', 'addslotsrange', '0', '16383')
      await eventually(async () => expect(await admin.call('cluster', 'info')).toContain('cluster_state:ok'))
      admin.disconnect()
      await expectToWork(`redis-cluster://127.0.0.1:1,127.0.0.1:${started.port}`)
    })

    it('finds the primary by its sentinels', async () => {
      await using primary = await startOwnServer(redis)
      const sentinelEngine: Engine = {
        ...redis,
        async prepare({ ports: [port], dir }) {
          const file = `${dir}/sentinel.conf`
          writeFileSync(file, `port ${port}\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 ${primary.port} 1\n`)
          return { command: 'redis-server', args: [file, '--sentinel'] }
        },
      }
      await using sentinel = await startOwnServer(sentinelEngine)
      await expectToWork(`redis-sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}?sentinelMasterId=main`)
    })
  },
)
