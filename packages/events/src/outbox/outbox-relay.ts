import { type BackgroundTask, type Logger, withTimeout } from '@meadow/service'
import { createBackOff, sleep } from '@meadow/storage'
import type { Bus } from '../bus/bus.ts'
import { createWakeSignal } from '../wake-signal.ts'
import type { Outbox } from './outbox.ts'
import { registerOutboxMetrics } from './outbox-metrics.ts'

export type OutboxRelay = BackgroundTask & {
  /** Publishes all events in the outbox. Returns their number. */
  drain(): Promise<number>
}

type OutboxRelayDeps = {
  outbox: Outbox
  bus: Pick<Bus, 'publishMessages'>
  log: Logger
  /**
   * Pause after each publication, in which further events gather and then go together. The first event after a quiet time is
   * published at once. It can be longer for events that nobody waits for. @default 3
   */
  pauseMs?: number
  /** The longest time in which `stop` publishes the rest, even if the bus does not respond. @default 5,000 */
  drainTimeoutMs?: number
}

const BATCH_SIZE = 500
/** Each publication costs a commit of the bus and of every consumer, so events that come one after the other share them. */
const PAUSE_MS = 3
/** Interval at which the relay looks for events that other processes appended. */
const POLL_INTERVAL_MS = 1_000
/** Delay before the next attempt while another process holds the outbox: it may have read before our commit. */
const BUSY_RETRY_MS = 50
const DRAIN_TIMEOUT_MS = 5_000

/**
 * Creates the background task that publishes the events of an outbox, oldest first. A commit of this process that appends
 * events wakes it; beside that it polls. Only one process at a time publishes. A crash between publishing and deleting
 * publishes the same events again. `stop` publishes what was committed before, unless the bus or the store fails or is slow.
 */
export function createOutboxRelay(deps: OutboxRelayDeps): OutboxRelay {
  const { outbox, bus, log, pauseMs = PAUSE_MS, drainTimeoutMs = DRAIN_TIMEOUT_MS } = deps
  const wakeSignal = createWakeSignal()
  let stopped = new AbortController()
  let running = Promise.resolve()
  let listening: Disposable | undefined

  /**
   * Publishes all events, or those until `signal` is aborted. Returns their number, or undefined if another process holds
   * the outbox.
   */
  const publishPending = (signal: AbortSignal) =>
    outbox.runExclusively(async () => {
      let published = 0
      for (;;) {
        const messages = await outbox.readPending(BATCH_SIZE)
        if (messages.length > 0) {
          await bus.publishMessages(messages)
          await outbox.markPublished(messages.map(({ id }) => id))
        }
        published += messages.length
        if (messages.length < BATCH_SIZE || signal.aborted) return published
      }
    })

  /** Publishes until the outbox is empty, even if another process holds it meanwhile, or `signal` is aborted. */
  async function drainOutbox(signal: AbortSignal): Promise<number> {
    for (let total = 0; ; ) {
      const published = await publishPending(signal)
      total += published ?? 0
      if (published === 0 || signal.aborted) return total
      if (published === undefined) await sleep(BUSY_RETRY_MS, signal)
    }
  }

  async function drainBeforeStop(signal: AbortSignal): Promise<void> {
    await running
    if (!signal.aborted && (await outbox.hasPending())) await drainOutbox(signal)
  }

  async function run(signal: AbortSignal): Promise<void> {
    const backOff = createBackOff()
    let isWoken = false
    while (!signal.aborted) {
      try {
        const isDue: boolean = isWoken || (await outbox.hasPending()) // a lock or lease is taken only if there are events
        const published: number | undefined = isDue ? await publishPending(signal) : 0
        const isBusy: boolean = published === undefined
        if (backOff.failures > 0) log.info('publishing events again')
        backOff.reset()
        if (published && pauseMs > 0) await sleep(pauseMs, signal)
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
    drain: () => drainOutbox(new AbortController().signal),
    async start() {
      stopped = new AbortController()
      listening = outbox.onAppended(wakeSignal.wake)
      running = run(stopped.signal)
    },
    async stop() {
      listening?.[Symbol.dispose]()
      stopped.abort()
      const timedOut = AbortSignal.timeout(drainTimeoutMs)
      await withTimeout(() => drainBeforeStop(timedOut), drainTimeoutMs).catch((error) =>
        log.warn({ err: error }, 'events stay in the outbox until the next start'),
      )
      await outbox[Symbol.asyncDispose]()
    },
  }
}
