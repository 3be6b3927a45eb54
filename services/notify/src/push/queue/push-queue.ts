import type { PushFailure, PushPayload, QuietHours } from '@meadow/contracts'
import type { PushSubscription } from '../subscriptions/push-subscription.ts'

/** A subscription with waiting pushes that this process has claimed. `failures` is the number of failed attempts in a row. */
export type ClaimedSubscription = PushSubscription & { failures: number; quietHours: QuietHours | undefined }

/** A push that waits. `_id` changes when a newer push of the same tag replaces it. */
export type WaitingPush = { _id: string; tag: string; payload: PushPayload; at: Date; expiresAt: Date }

/** The result of the attempts of a claim. `retryAt`: the next attempt must wait, because the last one failed. */
export type ClaimResult = {
  at: Date
  succeeded: boolean
  failure: { code: PushFailure['code']; status: number | null } | undefined
  retryAt: Date | undefined
}

/** The pushes that wait, as the sender reads them. Time is an argument: instances use the clock of the store. */
export type PushQueue = {
  /** Claims subscriptions whose next attempt is due, for a minute: no other sender gets them. Those at `fullHosts` wait. */
  claimDue(now: Date, limit: number, fullHosts: readonly string[]): Promise<ClaimedSubscription[]>
  /** Ends claims without an attempt. The subscriptions stay due. */
  returnClaims(subscriptionIds: readonly string[]): Promise<void>
  /** Returns the waiting pushes of a claimed subscription, oldest first. */
  listWaiting(subscriptionId: string, limit: number): Promise<WaitingPush[]>
  /** Records that the push service has accepted a push. */
  markSent(subscriptionId: string, push: WaitingPush, at: Date): Promise<void>
  /** Drops a push that will not be sent. A newer one of the same tag remains. */
  drop(subscriptionId: string, push: WaitingPush): Promise<void>
  /** Ends a claim, records its result, and schedules the next attempt if pushes wait. */
  release(subscriptionId: string, result: ClaimResult): Promise<void>
  /** Removes a subscription that its push service does not know any more, unless it has got another endpoint. */
  removeSubscription(subscription: Pick<PushSubscription, '_id' | 'endpoint'>): Promise<void>
  /** Counts the waiting pushes, up to 100,000. `oldest` is the time of the cause of the oldest one. */
  measureBacklog(): Promise<{ length: number; oldest: Date | undefined }>
  /** Calls `listener` after each commit of this process that queues pushes. */
  onQueued(listener: () => void): Disposable
}
