import type { BackgroundTask, Logger } from '@meadow/service'
import { createBackOff, sleep } from '@meadow/storage'
import type { Bus } from '../bus/bus.ts'
import { createWakeSignal } from '../wake-signal.ts'
import type { Outbox } from './outbox.ts'
import { registerOutboxMetrics } from './outbox-metrics.ts'

export type OutboxRelay = BackgroundTask & {
  /** Publishes all events in the outbox. Returns their number. */
  drain(): Promise<number>
}

type OutboxRelayDeps = { outbox: Outbox; bus: Bus; log: Logger }

const BATCH_SIZE = 200
/** Interval at which the relay looks for events of other processes. */
const POLL_INTERVAL_MS = 1_000
/** Delay before the next attempt while another process holds the outbox: it may have read before our commit. */
const BUSY_RETRY_MS = 50

/**
 * Creates the background task that publishes the events of an outbox, oldest first. A commit of this process that appends
 * events wakes it; beside that it polls. Only one process at a time publishes. A crash between publishing and deleting
 * publishes the same events again.
 */
export function createOutboxRelay({ outbox, bus, log }: OutboxRelayDeps): OutboxRelay {
  const wakeSignal = createWakeSignal()
  let stopped = new AbortController()
  let running = Promise.resolve()
  let listening: Disposable | undefined

  /** Publishes all events. Returns their number, or undefined if another process holds the outbox. */
  const publishPending = () =>
    outbox.runExclusively(async () => {
      let published = 0
      for (;;) {
        const events = await outbox.readPending(BATCH_SIZE)
        if (events.length > 0) {
          await bus.publish(events)
          await outbox.markPublished(events.map(({ id }) => id))
        }
        published += events.length
        if (events.length < BATCH_SIZE || stopped.signal.aborted) return published
      }
    })

  async function run(signal: AbortSignal): Promise<void> {
    const backOff = createBackOff()
    let isWoken = false
    while (!signal.aborted) {
      try {
        const isDue: boolean = isWoken || (await outbox.hasPending()) // a lock or lease is taken only if there are events
        const isBusy: boolean = isDue && (await publishPending()) === undefined
        if (backOff.failures > 0) log.info('publishing events again')
        backOff.reset()
        const mustRetry: boolean = isBusy && isWoken
        isWoken = (await wakeSignal.wait(mustRetry ? BUSY_RETRY_MS : POLL_INTERVAL_MS, signal)) || mustRetry
      } catch (error) {
        if (backOff.failures === 0) log.warn({ err: error }, 'events cannot be published and stay in the outbox')
        await backOff.wait(signal)
      }
    }
  }

  return {
    name: 'outbox relay',
    registerMetrics: (metrics) => registerOutboxMetrics(metrics, outbox),
    async drain() {
      for (let total = 0; ; ) {
        const published = await publishPending()
        if (published === 0) return total
        if (published === undefined) await sleep(BUSY_RETRY_MS, new AbortController().signal)
        else total += published
      }
    },
    async start() {
      stopped = new AbortController()
      listening = outbox.onAppended(wakeSignal.wake)
      running = run(stopped.signal)
    },
    async stop() {
      listening?.[Symbol.dispose]()
      stopped.abort()
      await running
      await outbox[Symbol.asyncDispose]()
    },
  }
}
