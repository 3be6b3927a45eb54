import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { Count, Timestamp } from '../text.ts'

/** `kind` names things of one kind, such as `posts`. `since` is the time of the oldest one; null if none is there, or its time is unknown. */
const OwnDataKind = z.object({ kind: z.string(), count: Count, since: z.union([Timestamp, z.null()]) })

const defineOwnDataCall = <Path extends string>(path: Path, summary: string) =>
  defineCall({ method: 'get', path, access: 'member', summary, response: z.object({ kinds: z.array(OwnDataKind) }) })

export const getAccountData = defineOwnDataCall('/auth/data', 'Counts what auth holds about the member')
export const getSocialData = defineOwnDataCall('/users/data', 'Counts what social holds about the member')
export const getPostData = defineOwnDataCall('/posts/data', 'Counts what posts holds about the member')
export const getNotificationData = defineOwnDataCall(
  '/posts/notifications/data',
  'Counts what notify holds about the member',
)
export const getMessageData = defineOwnDataCall('/messages/data', 'Counts what chat holds about the member')
