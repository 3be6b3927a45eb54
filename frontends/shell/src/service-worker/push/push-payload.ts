import type { PushNotification, PushPayload } from '@meadow/contracts/browser'
import { LISTED_NOTIFICATION_TYPES, PUSH_ACTIONS } from '@meadow/contracts/limits'

export const SHOWN_PUSH_TYPES = [...LISTED_NOTIFICATION_TYPES, 'message', 'test'] as const
export { PUSH_ACTIONS }

type PushAction = (typeof PUSH_ACTIONS)[number]

/** A push that shows a notification, with a type and actions that this worker knows. */
export type ShownPush = Omit<PushNotification, 'type' | 'actions'> & {
  type: (typeof SHOWN_PUSH_TYPES)[number]
  actions: PushAction[]
}
export type ClosingPush = Extract<PushPayload, { tags: string[] }>
