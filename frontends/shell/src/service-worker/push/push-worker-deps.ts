import type { PushScope } from './push-scope.ts'
import type { NotificationAbilities } from './to-notification.ts'

/** Dependencies of the handlers of pushes. */
export type PushWorkerDeps = {
  scope: PushScope
  abilities: NotificationAbilities
  now: () => Date
  /** Returns the id of the member who is signed in to this browser. */
  readMemberId: () => Promise<string | undefined>
  /** Calls the API as this member: `callApi('GET', '/push/config')`. @throws if it fails or nobody is signed in */
  callApi: (method: string, path: string, body?: unknown) => Promise<unknown>
  outbox: PushOutbox
  /** Shows the number of what is unread on the icon of the app. Never fails. */
  updateBadge: () => Promise<void>
}

/** An action that is sent now or later, by this worker or a page. */
export type PushOutboxAction =
  | { kind: 'message'; recipientId: string; text: string }
  | { kind: 'comment'; postId: string; parentId?: string | undefined; text: string }
  | { kind: 'like'; postId: string }
  | { kind: 'read-messages'; userId: string; upToMessageId: string }
  | { kind: 'read-alert'; notificationId: string }

type PushOutbox = {
  /** Stores actions. @throws if nothing can be stored */
  add: (actions: PushOutboxAction[]) => Promise<void>
  /** Sends what waits, as far as possible. Never fails. */
  drain: () => Promise<void>
}
