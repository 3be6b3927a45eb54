import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { createBackOff } from '@meadow/storage'
import { describeOnEachEngine, testLog } from '@meadow/testing'
import { type OwnServer, onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { type Bus, openBus } from '../src/index.ts'
import { createMemberEvent, subscribeAndCollect } from './fixtures.ts'

jest.setTimeout(180_000) // the broker is restarted, perhaps on a busy machine

const open = (url: string) => openBus(url, { log: testLog })

/** Publishes batches as a relay does, with retries, until `stop` is called. `stop` returns the published ids in order. */
function startPublishing(bus: Bus) {
  let [step, ended] = [0, false]
  const ids: string[] = []
  const run = async () => {
    const backOff = createBackOff()
    while (!ended) {
      const batch = [...Array(20).keys()].map((n) => createMemberEvent(step + n + 1))
      step += batch.length
      for (let isPublished = false; !isPublished; )
        try {
          await bus.publish(batch)
          isPublished = true
          backOff.reset()
        } catch {
          await backOff.wait(new AbortController().signal)
        }
      ids.push(...batch.map(({ id }) => id))
    }
  }
  const done = run()
  return {
    ids,
    async stop() {
      ended = true
      await done
      return ids
    },
  }
}

/** Waits for a condition, up to the time limit of the test. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Gives `meadow` a password, for SCRAM-SHA-512. */
const addScramUser = (server: OwnServer) =>
  server.run(
    ...['/opt/kafka/bin/kafka-run-class.sh', 'kafka.admin.ConfigCommand', '--bootstrap-server', 'localhost:9094'],
    ...[
      '--alter',
      '--add-config',
      'SCRAM-SHA-512=[password=secret]',
      '--entity-type',
      'users',
      '--entity-name',
      'meadow',
    ],
  )

describeOnEachEngine(await onOwnEngine('kafka', () => startOwnServer('kafka')), (start) => {
  let server: OwnServer
  const url = (port = 0) => `127.0.0.1:${server.ports[port]}`
  beforeAll(async () => {
    server = await start()
  })
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
  })

  it('is available to the first group without a warning, although it has no topic of offsets yet', async () => {
    const warnings: unknown[] = []
    const warn = (...entry: unknown[]) => void warnings.push(entry)
    const log = Object.assign(Object.create(testLog) as typeof testLog, { warn })
    await using bus = await openBus(`kafka://${url()}/first?replicationFactor=1`, { log })
    await using received = await subscribeAndCollect(bus, 'group')
    const event = createMemberEvent(1)
    await bus.publish([event])
    await waitUntil(() => received.ids.includes(event.id))
    expect(warnings).toEqual([])
  })

  it('accepts a user with a password, and rejects another password', async () => {
    await addScramUser(server)
    await using bus = await open(`kafka://meadow:secret@${url(1)}/signed?replicationFactor=1`)
    const event = createMemberEvent(1)
    await bus.publish([event])
    await using received = await subscribeAndCollect(bus, 'group')
    await waitUntil(() => received.ids.includes(event.id))
    await using wrong = await open(`kafka://meadow:wrong@${url(1)}/signed?replicationFactor=1`)
    await expect(wrong.ping()).rejects.toThrow(/[Aa]uthentication/)
    await using anonymous = await open(`kafka://${url(1)}/signed?replicationFactor=1`)
    await expect(anonymous.ping()).rejects.toThrow()
  })

  const faults = [
    { how: 'killed', end: () => server.kill() },
    { how: 'stopped', end: () => server.stop() },
  ]
  for (const { how, end } of faults)
    it(`loses nothing when the broker is ${how} during writes and starts again`, async () => {
      await using bus = await open(`kafka://${url()}/${how}?replicationFactor=1`)
      await using another = await open(`kafka://${url()}/${how}?replicationFactor=1`)
      await using received = await subscribeAndCollect(another, 'group')
      const publishing = startPublishing(bus)
      await waitUntil(() => received.ids.length > 200)
      const before = publishing.ids.length
      await end()
      await expect(bus.ping()).rejects.toThrow()
      await server.start()
      await waitUntil(() => publishing.ids.length > before + 200)
      const published = await publishing.stop()
      await waitUntil(() => received.ids.includes(published.at(-1) ?? ''))
      expect([...new Set(received.ids)]).toEqual(published) // none is missing, and first deliveries are in order
    })
})
