import { createWakeSignal } from '@meadow/events'
import type { BackgroundTask, Logger } from '@meadow/service'
import { createBackOff } from '@meadow/storage'
import type { ClaimedSubscription, ClaimResult, PushQueue } from '../queue/push-queue.ts'
import { createHostSlots, type HostSlot } from './host-slots.ts'
import { createPushMetrics, type PushMetrics } from './push-metrics.ts'
import { computeRetryTime } from './push-response.ts'
import { findDropReason, type PushOutcome, type SendPushDeps, sendPush } from './send-push.ts'

/** Subscriptions to which one process sends at the same time. */
const MAX_CONCURRENCY = 32
/** Pushes that one claim of a subscription sends, one after the other. */
const BATCH_SIZE = 10
/** A claim begins no push after this time, so that it ends before another process may claim the subscription. */
const CLAIM_WORK_MS = 30_000
/** Interval at which the sender looks for pushes of other processes, and for due retries. */
const POLL_INTERVAL_MS = 1_000

export type PushSender = BackgroundTask & {
  /** Sends all pushes that are due. Returns the number of claims. */
  drain(): Promise<number>
}

type PushSenderDeps = SendPushDeps & { queue: PushQueue; log: Logger }

/**
 * Creates the background task that sends the waiting pushes. A commit of this process that queues pushes wakes it; beside that it
 * polls. One process at a time sends to a subscription, and the pushes of one are sent one by one. A crash after a push was
 * accepted sends it again, which replaces it on the device, because it has the same tag.
 */
export function createPushSender(deps: PushSenderDeps): PushSender {
  const { queue, log, now } = deps
  const wakeSignal = createWakeSignal()
  const hostSlots = createHostSlots()
  const sending = new Set<Promise<void>>()
  let stopped = new AbortController()
  let running = Promise.resolve()
  let listening: Disposable | undefined
  let metrics: PushMetrics | undefined

  function record(outcome: PushOutcome, { endpoint }: ClaimedSubscription) {
    metrics?.count(outcome)
    if (outcome !== 'sent') log.debug({ outcome, host: new URL(endpoint).host }, 'a push was not delivered')
  }

  /** Sends the waiting pushes of a subscription until one must be sent again later. Returns undefined if it was removed. */
  async function sendWaiting(subscription: ClaimedSubscription, slot: HostSlot): Promise<ClaimResult | undefined> {
    const startedAt = now()
    const result: ClaimResult = { at: startedAt, succeeded: false, failure: undefined, retryAt: undefined }
    for (const push of await queue.listWaiting(subscription._id, BATCH_SIZE)) {
      if (now().getTime() - startedAt.getTime() > CLAIM_WORK_MS) break
      const dropReason = findDropReason(push, subscription, now())
      if (dropReason) {
        await queue.drop(subscription._id, push)
        record(dropReason, subscription)
        continue
      }
      const sent = await sendPush(push, subscription, deps)
      slot.record('failure' in sent && sent.failure.code === 'timed_out')
      result.at = now()
      if (sent.result === 'sent') {
        await queue.markSent(subscription._id, push, result.at)
        result.succeeded = true
        record('sent', subscription)
        metrics?.observeDelay(result.at.getTime() - push.at.getTime())
        continue
      }
      record(sent.result === 'gone' ? 'gone' : sent.failure.code, subscription)
      if (sent.result === 'gone') {
        await queue.removeSubscription(subscription)
        return undefined
      }
      result.failure = sent.failure
      if (sent.result === 'refused') {
        await queue.drop(subscription._id, push)
        continue
      }
      const failures = result.succeeded ? 0 : subscription.failures
      result.retryAt = computeRetryTime(failures, { now: result.at, retryAfter: sent.retryAfter })
      break
    }
    return result
  }

  async function handleClaim(subscription: ClaimedSubscription, slot: HostSlot): Promise<void> {
    const result = await sendWaiting(subscription, slot)
    if (result) await queue.release(subscription._id, result)
  }

  /** Begins the work on due subscriptions. Returns their number. */
  async function claim(): Promise<number> {
    const free = MAX_CONCURRENCY - sending.size
    if (free === 0) return 0
    const claimed = await queue.claimDue(now(), free, hostSlots.listFullHosts())
    const unused: string[] = []
    for (const subscription of claimed) {
      const slot = hostSlots.take(subscription.endpoint)
      if (!slot) {
        unused.push(subscription._id)
        continue
      }
      const work = handleClaim(subscription, slot)
        .catch((error) =>
          log.warn({ err: error }, 'a push could not be sent; its subscription is attempted again later'),
        )
        .finally(() => {
          slot[Symbol.dispose]()
          sending.delete(work)
          wakeSignal.wake()
        })
      sending.add(work)
    }
    if (unused.length > 0) await queue.returnClaims(unused)
    return claimed.length - unused.length
  }

  async function run(signal: AbortSignal): Promise<void> {
    const backOff = createBackOff()
    while (!signal.aborted) {
      try {
        const claimed = await claim()
        backOff.reset()
        if (claimed === 0) await wakeSignal.wait(POLL_INTERVAL_MS, signal)
      } catch (error) {
        if (backOff.failures === 0) log.warn({ err: error }, 'pushes cannot be read and stay in the queue')
        await backOff.wait(signal)
      }
    }
    await Promise.all(sending)
  }

  return {
    name: 'push sender',
    registerMetrics(registry) {
      metrics = createPushMetrics(registry, queue)
    },
    async drain() {
      for (let total = 0; ; ) {
        const claimed = await claim()
        await Promise.all(sending)
        if (claimed === 0) return total
        total += claimed
      }
    },
    async start() {
      stopped = new AbortController()
      listening = queue.onQueued(wakeSignal.wake)
      running = run(stopped.signal)
    },
    async stop() {
      listening?.[Symbol.dispose]()
      stopped.abort()
      await running
    },
  }
}
