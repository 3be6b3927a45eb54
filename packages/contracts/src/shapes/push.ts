import * as z from 'zod'
import { LISTED_NOTIFICATION_TYPES, PUSH_ACTIONS } from '../limits.ts'
import { boundedString, Id, Timestamp } from '../text.ts'

/** A public key of P-256 as an uncompressed point (65 bytes), in base64url. */
const P256PublicKey = boundedString(88, 'Not a public key').regex(/^B[\w-]{86}=?$/, 'Not a public key')

/** The public VAPID key (RFC 8292), as `pushManager.subscribe` takes it. */
export const VapidPublicKey = P256PublicKey

/** A push subscription, as `PushSubscription.toJSON` returns it. */
export const PushSubscriptionKeys = z.object({
  endpoint: boundedString(2_000, 'Not an address').check(z.url({ protocol: /^https$/, error: 'Not an https address' })),
  keys: z.object({
    p256dh: P256PublicKey,
    auth: boundedString(24, 'Not a key').regex(/^[\w-]{22}={0,2}$/, 'Not a key'),
  }),
})
export type PushSubscriptionKeys = z.infer<typeof PushSubscriptionKeys>

/** The result of the last failed push. `status` is the HTTP status of the push service, null without a response. */
export const PushFailure = z.object({
  at: Timestamp,
  code: z.enum(['refused', 'too_many_requests', 'service_error', 'timed_out', 'unreachable', 'not_allowed']),
  status: z.int().nullable(),
})
export type PushFailure = z.infer<typeof PushFailure>

/** The push subscription of a session. */
export const PushSubscriptionView = z.object({
  createdAt: Timestamp,
  lastSuccessAt: Timestamp.nullable(),
  lastFailure: PushFailure.nullable(),
})
export type PushSubscriptionView = z.infer<typeof PushSubscriptionView>

/** In all pushes: `memberId` is the member whom it is for, and `at` the time of what happened. */
const PushHeader = z.object({ version: z.literal(1), memberId: Id, at: Timestamp })

/**
 * A push that shows a notification. One with the same `tag` replaces it. `path` opens when it is clicked, `icon` is the avatar of
 * the actor or ''. `userId` is the actor; `id` is the notification, the message or the test; `postId` is the post; `commentId` is the
 * comment that it tells of, to which a reply replies. The push of a message does not contain its text: unless `hideText` is set, the service
 * worker fetches it.
 */
export const PushNotification = PushHeader.extend({
  type: z.enum([...LISTED_NOTIFICATION_TYPES, 'message', 'test']),
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  icon: z.string(),
  id: Id,
  userId: Id.nullable(),
  postId: Id.nullable(),
  commentId: Id.optional(),
  hideText: z.boolean(),
  actions: z.array(z.enum(PUSH_ACTIONS)),
})
export type PushNotification = z.infer<typeof PushNotification>

/** A push that closes the notifications with these tags that are not newer than `at`, because they were read elsewhere. */
export const PushClose = PushHeader.extend({ type: z.literal('close'), tags: z.array(z.string()).min(1) })
export type PushClose = z.infer<typeof PushClose>

/** The decrypted data of every push, as JSON. */
export const PushPayload = z.union([PushNotification, PushClose])
export type PushPayload = z.infer<typeof PushPayload>
