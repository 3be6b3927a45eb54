import type { PushNotification } from '@meadow/contracts'
import type { PushSubscription } from './push-subscription.ts'

type NewPushSubscription = Pick<
  PushSubscription,
  'sessionId' | 'memberId' | 'endpoint' | 'p256dh' | 'auth' | 'vapidKey'
>

/** Stores push subscriptions: at most one for each session, one for each endpoint, and 20 for each member. */
export type PushSubscriptionRepository = {
  findBySession(sessionId: string): Promise<PushSubscription | undefined>
  /**
   * Stores the subscription of a session, or renews it. A row of another session with the same endpoint is removed: the browser
   * belongs to the caller now. Another endpoint than before begins a new history. Returns false, and changes nothing, if the
   * endpoint is another member's with other keys: who knows only an address does not own the subscription.
   */
  put(subscription: NewPushSubscription, at: Date): Promise<boolean>
  /** Removes the subscription of a session; with `endpoint` only if it is the one of the subscription. */
  removeForSession(sessionId: string, endpoint?: string): Promise<void>
  /** Queues a push for the subscription of a session, to be sent at once. Returns false if it has none. */
  enqueueTest(sessionId: string, push: PushNotification, at: Date): Promise<boolean>
  /** Deletes a batch of subscriptions that were not renewed since `renewedBefore`, and of pushes. Returns true if there may be more. */
  deleteExpired(before: { renewedBefore: Date; pushesBefore: Date }): Promise<boolean>
}
