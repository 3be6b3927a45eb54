import type { BackgroundTask, Logger } from '@meadow/service'
import { createBackOff, sleep } from '@meadow/storage'
import { createWakeSignal } from '../bell.ts'
import type { Bus } from '../bus/bus.ts'
import { measureOutbox } from './measure-outbox.ts'
import type { Outbox } from './outbox.ts'

export type OutboxRelay = BackgroundTask & {
  /** Something was committed to the outbox: publish it now instead of within a second. */
  wake(): void
  /** Publishes all that waits; answers how many. */
  drain(): Promise<number>
}

const BATCH = 200
const POLL_MS = 1_000
/** Another process is at it, and may have looked before our event was there. */
const SOON_MS = 50

/** Publishes what waits in the outbox, oldest first, one process at a time. A crash after `publish` publishes again. */
export function createOutboxRelay({ outbox, bus, log }: { outbox: Outbox; bus: Bus; log: Logger }): OutboxRelay {
  const bell = createWakeSignal()
  let stopped = new AbortController()
  let running = Promise.resolve()

  const turn = () =>
    outbox.runExclusively(async () => {
      let published = 0
      for (;;) {
        const events = await outbox.readPending(BATCH)
        if (events.length > 0) {
          await bus.publish(events)
          await outbox.markPublished(events.map(({ id }) => id))
        }
        published += events.length
        if (events.length < BATCH || stopped.signal.aborted) return published
      }
    })

  async function run(signal: AbortSignal): Promise<void> {
    const backOff = createBackOff()
    let woken = false
    while (!signal.aborted) {
      try {
        const due: boolean = woken || (await outbox.hasPending()) // nobody takes the turn, and tells all that he has it, for nothing
        const refused: boolean = due && (await turn()) === undefined
        if (backOff.failures > 0) log.info('publishing goes on')
        backOff.reset()
        const rung = await bell.wait(refused && woken ? SOON_MS : POLL_MS, signal)
        woken = rung || (refused && woken)
      } catch (error) {
        if (backOff.failures === 0) log.warn({ err: error }, 'events wait in the outbox')
        await backOff.wait(signal)
      }
    }
  }

  return {
    name: 'relay',
    wake: bell.wake,
    registerMetrics: (metrics) => measureOutbox(metrics, outbox),
    async drain() {
      for (let total = 0; ; ) {
        const published = await turn()
        if (published === 0) return total
        if (published === undefined) await sleep(SOON_MS, new AbortController().signal)
        else total += published
      }
    },
    async start() {
      stopped = new AbortController()
      running = run(stopped.signal)
    },
    async stop() {
      stopped.abort()
      await running
      await outbox[Symbol.asyncDispose]()
    },
  }
}
