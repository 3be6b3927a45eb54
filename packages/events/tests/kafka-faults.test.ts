import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { createBackOff } from '@meadow/storage'
import { describeOnEachEngine, testLog } from '@meadow/testing'
import { KAFKA_USER, kafka, type OwnServer, onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { type Bus, openBus } from '../src/index.ts'
import { change, hear } from './given.ts'

jest.setTimeout(180_000) // a broker that ends and begins, on a machine that may be busy

const open = (url: string) => openBus(url, { log: testLog })

/** Publishes as a relay does: the oldest first, until Kafka has it. Answers the ids in their order, once told to end. */
function publishOn(bus: Bus) {
  let [step, ended] = [0, false]
  const ids: string[] = []
  const run = async () => {
    const backOff = createBackOff()
    while (!ended) {
      const batch = [...Array(20).keys()].map((n) => change(step + n + 1))
      step += batch.length
      for (let there = false; !there; )
        try {
          await bus.publish(batch)
          there = true
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
    async end() {
      ended = true
      await done
      return ids
    },
  }
}

/** Waits for as long as the whole test may take. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

describeOnEachEngine(
  onOwnEngine(kafka, () => startOwnServer(kafka)),
  (start) => {
    let server: OwnServer
    const url = (port = 0) => `127.0.0.1:${server.place.ports[port]}`
    beforeAll(async () => {
      server = await start()
    })
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]()
    })

    it('lets in who signs in, and nobody with another password', async () => {
      const { name, password } = KAFKA_USER
      await using bus = await open(`kafka://${name}:${password}@${url(2)}/signed`)
      const event = change(1)
      await bus.publish([event])
      await using heard = await hear(bus, 'group')
      await until(() => heard.ids.includes(event.id))
      await using wrong = await open(`kafka://${name}:guess@${url(2)}/signed`)
      await expect(wrong.ping()).rejects.toThrow(/[Aa]uthentication/)
      await using nobody = await open(`kafka://${url(2)}/signed`)
      await expect(nobody.ping()).rejects.toThrow()
    })

    const faults = [
      { how: 'killed', end: () => server.kill() },
      { how: 'stopped', end: () => server.stop() },
    ]
    for (const { how, end } of faults)
      it(`loses nothing when the broker is ${how} under writes and comes back`, async () => {
        await using bus = await open(`kafka://${url()}/${how}`)
        await using another = await open(`kafka://${url()}/${how}`)
        await using heard = await hear(another, 'group')
        const publishing = publishOn(bus)
        await until(() => heard.ids.length > 200)
        const before = publishing.ids.length
        await end()
        await expect(bus.ping()).rejects.toThrow()
        await server.start()
        await until(() => publishing.ids.length > before + 200)
        const published = await publishing.end()
        await until(() => heard.ids.includes(published.at(-1) ?? ''))
        expect([...new Set(heard.ids)]).toEqual(published) // none missing, and by its first time each in its place
      })
  },
)
