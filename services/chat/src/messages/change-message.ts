import type { Actor, DomainEvent } from '@meadow/contracts'
import type { UnreadTotal } from '../conversations/conversation.ts'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import type { ConversationChange } from '../conversations/write/change-conversation.ts'
import { isHiddenFrom } from './hidden-message.ts'
import { listParticipants, type Message } from './message.ts'

/** A change of a stored message. `eventId` is the id of the event that it causes. */
export type MessageChange = { messageId: string; by: Actor; at: Date; eventId: string }

/** The effects of a change beside the message. */
export type MessageChangePlan = Pick<ConversationChange, 'unread'> & {
  /**
   * The messages that show the changed one, each of which gets a new `rev`: the replies that quote it, and the root of its thread,
   * if it is given. Absent if no other message shows the change.
   */
  shownBy?: { threadId: string | null }
  /** Only the member who changes the message may notice: `rev` stays, and the `changeSeq` of the other. */
  isHidden?: boolean
}

/** The rule of a change, the same for all stores. */
export type MessageChangeRule<Change extends MessageChange, Plan extends MessageChangePlan> = {
  /** Also changes messages that are not shown to the member, and system lines. For all other rules these are deleted. */
  changesHidden?: boolean
  /**
   * Decides on the change. Returns undefined if the message is already so. `isOpen` is false across a block, or if the other
   * member is gone: then nothing new may reach them. @throws DomainError
   */
  plan(message: Message, change: Change, isOpen: boolean): Plan | undefined
  /** Returns undefined if no service needs to know of the change. */
  createEvent(message: Message, change: Change, rev: number): DomainEvent | undefined
}

/** The write of a changed message by a store. `Tx` is a transaction of that store. */
export type MessageChangeWrite<Tx, Change extends MessageChange, Plan extends MessageChangePlan> = {
  /** Stores the change of the message, with its new `rev`. */
  write(tx: Tx, change: Change, planned: { message: Message; plan: Plan; rev: number }): Promise<void>
}

/**
 * The message before a change and after it, and the unread totals of the two members after it, by their ids. `isChanged` is false
 * if nothing had to change.
 */
export type ChangedMessage = {
  before: Message
  message: Message
  isChanged: boolean
  /** The revision of the conversation. It is that of the message unless only one member may notice. */
  rev: number
  totals: ReadonlyMap<string, UnreadTotal>
}

/**
 * Returns a message as the rules of its changes see it. One that is not shown to the member, and a system line, is like a deleted one:
 * nobody edits it or reacts to it.
 */
export const toChangeableMessage = (message: Message, by: { _id: string }, at: Date): Message =>
  message.system || isHiddenFrom(message, by, at) ? { ...message, deletedAt: message.deletedAt ?? at } : message

/** Returns the result of a change that changes nothing. */
export const toUnchangedMessage = (message: Message): ChangedMessage => ({
  before: message,
  message,
  isChanged: false,
  rev: message.rev,
  totals: new Map(),
})

/**
 * Returns the participants to whom a change of a message by one of them is pushed, each with the other: both, or only that one across
 * a block, where the other finds the change when they open the conversation.
 */
export async function listInformedMembers(
  conversations: Pick<ConversationRepository, 'isOpen'>,
  message: Pick<Message, 'sender' | 'recipient'>,
  by: { _id: string },
): Promise<[member: string, other: string][]> {
  const participants = listParticipants(message)
  const own = participants.filter(([member]) => member === by._id)
  const isOpen = await conversations.isOpen(own[0]?.[1] ?? '', by)
  return isOpen ? participants : own
}
