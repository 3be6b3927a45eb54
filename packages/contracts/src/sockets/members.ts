import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'
import { NotificationType, NotificationView, UnseenCount } from '../shapes/notification.ts'
import { PrivacyException } from '../shapes/privacy.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** Sent to the sockets of the notified member only. */
export const notification = defineSocketMessage({
  summary: 'A notification is new, or one more member was added to an existing notification',
  payload: NotificationView,
})

export const notificationRead = defineSocketMessage({
  summary: 'Notifications were read on another device: by id, or all of some types up to and including a time',
  payload: z.union([z.object({ ids: z.array(Id) }), z.object({ before: Timestamp, types: z.array(NotificationType) })]),
})

export const unread = defineSocketMessage({
  summary:
    'The current number of unread notifications, messages, or both; a missing number is unchanged. `unseen` comes with `notifications`: those that were not seen either. `changeSeq` comes with `messages`: ignore a number with a lower `changeSeq`',
  payload: z.object({
    notifications: Count.optional(),
    unseen: UnseenCount,
    messages: Count.optional(),
    changeSeq: Count.optional(),
  }),
})

export const followUpdated = defineSocketMessage({
  summary: 'The member followed or unfollowed another member, on any of their devices',
  payload: z.object({ userId: Id, isFollowing: z.boolean(), followerCount: Count }),
})

export const blockUpdated = defineSocketMessage({
  summary: 'The member blocked or unblocked another member, on any of their devices. The other member is not told',
  payload: z.object({ userId: Id, isBlocked: z.boolean() }),
})

export const muteUpdated = defineSocketMessage({
  summary:
    'The member muted or unmuted another member, on any of their devices; a mute ends at `until`, or (null) by an unmute. The other member is not told',
  payload: z.object({ userId: Id, isMuted: z.boolean(), until: Timestamp.nullable() }),
})

export const privacyExceptionUpdated = defineSocketMessage({
  summary:
    'The member changed what they show one other member, whatever their settings say, on any of their devices. The other member is not told',
  payload: z.object({ userId: Id, exception: PrivacyException }),
})

export const readMarksUpdated = defineSocketMessage({
  summary:
    'The read marks between the member and another are now shown, or hidden: one of the two changed a setting or an exception. Both are told',
  payload: z.object({ userId: Id, areShown: z.boolean() }),
})

export const emailVerified = defineSocketMessage({
  summary: 'The member proved their e-mail address, on any device',
  payload: z.object({ verifiedAt: Timestamp }),
})

export const sessionEnded = defineSocketMessage({
  summary: 'The session has ended; the server closes the connection after this message',
  payload: z.object({ code: z.enum(['token_invalid', 'token_expired']) }),
})
