import type { Actor } from '@meadow/contracts'
import type { Push } from '../../realtime/push/push-bus.ts'
import type { ChangedMessage, MessageChange, MessageChangePlan, MessageChangeRule } from '../change-message.ts'
import { listParticipants, type Message } from '../message.ts'

/**
 * Hides a message from one of its members, and takes it from what is unread for them. One that is already hidden does not change.
 * @throws message_not_found
 */
export type StoreMessageHiding = (hiding: MessageChange) => Promise<ChangedMessage>

export type HideMessageDeps = {
  messages: { hide: StoreMessageHiding }
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Deletes a message of either member for one of them, and pushes that to all their devices. The other member is not told, and still
 * sees it. A block does not prevent it.
 * @throws message_not_found
 */
export async function hideMessage(
  { messages, push, now, newId }: HideMessageDeps,
  by: Actor,
  messageId: string,
): Promise<void> {
  const at = now()
  const { isChanged, message, rev, totals } = await messages.hide({ messageId, by, at, eventId: newId(at) })
  const otherId = listParticipants(message).find(([member]) => member === by._id)?.[1]
  if (!isChanged || otherId === undefined) return
  push({ to: { member: by._id }, name: 'messageHidden', payload: { messageId, userId: otherId, rev } })
  const unread = totals.get(by._id)
  if (unread) push({ to: { member: by._id }, name: 'unread', payload: unread })
}

/** Returns whether a message counts as unread for a member. Those of a message request do not count. */
const isUnreadBy = (message: Message, { _id }: { _id: string }): boolean =>
  message.sender._id !== _id &&
  !message.deletedAt &&
  !message.system &&
  !message.isRequest &&
  message.seq > message.readUpTo

/** The rule of hiding a message. Only the conversation gets a new revision: nothing tells the other member which message it was. */
export const messageHidingRule: MessageChangeRule<MessageChange, MessageChangePlan> = {
  changesHidden: true,
  plan(message, { by }) {
    if (message.hiddenFrom?.includes(by._id)) return undefined
    return isUnreadBy(message, by) ? { unread: { of: [by._id], by: -1 } } : {}
  },
  createEvent: () => undefined,
}
