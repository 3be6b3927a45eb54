import { type Actor, type DomainEvent, events, type SystemLineView, type TextFacet } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import {
  type Message,
  type MessagePicture,
  type MessageVideo,
  type MessageVoice,
  toConversationEventFields,
  toMessageEventData,
} from '../../messages/message.ts'
import type { ConversationAddress, UnreadTotal } from '../conversation.ts'

/**
 * A validated message to send. A message with the `clientMessageId` of an earlier one of the sender is its repeat.
 * `fingerprint` is a hash of the request: it shows if the same `clientMessageId` is used for another message.
 */
export type NewMessage = {
  _id: string
  clientMessageId: string | undefined
  fingerprint: string
  content: string
  facets: TextFacet[]
  messageType: Message['messageType']
  pictures: readonly MessagePicture[]
  voice?: MessageVoice
  video?: MessageVideo
  /** The event of a message of the type `system`. */
  system?: SystemLineView
  /** The sender passes it on from another conversation. */
  isForwarded?: true
  replyTo: string | undefined
  threadId: string | undefined
  createdAt: Date
  eventId: string
  /** The id of the conversation, if this message opens it. */
  newConversationId: string
  /** The message may open a message request: it counts as one of those that the sender may open in a day. @default false */
  mayRequest?: boolean
}

/**
 * A member who got a message, with their unread total after it. `isMuted`: they mute the conversation. `isRequest`: it is a message request
 * for them.
 */
type MessageRecipient = { _id: string; unread: UnreadTotal; isMuted?: true; isRequest?: true }

/**
 * A stored message, and who got it: nobody in the case of a repeat, which returns the first message. `endsRequest`: it answers a message
 * request.
 */
export type SentMessage = { message: Message; recipients: readonly MessageRecipient[]; endsRequest?: true }

/** Returns a new message with its recipients, each with the unread total after it. */
export const toSentMessage = (
  {
    stored,
    recipientIds,
    mutedBy,
    isRequest,
    endsRequest,
  }: {
    stored: Message
    recipientIds: readonly string[]
    mutedBy: readonly string[]
    isRequest: boolean
    endsRequest: boolean
  },
  totals: ReadonlyMap<string, UnreadTotal>,
): SentMessage => ({
  message: stored,
  recipients: recipientIds.flatMap((_id) => {
    const unread = totals.get(_id)
    const isMuted = mutedBy.includes(_id) && { isMuted: true as const }
    return unread ? [{ _id, unread, ...isMuted, ...(isRequest && { isRequest: true as const }) }] : []
  }),
  ...(endsRequest && { endsRequest: true as const }),
})

/**
 * Stores a message, the counters of all members and its event in one transaction. Opens a direct conversation if there is none
 * and the two members follow each other.
 * @throws member_not_found if the recipient is unknown
 * @throws not_mutual across a block, if the recipient is gone, and without a conversation, unless the recipient's settings allow one, or a
 * request for which the sender has a permit (`RequestPermitMissing`)
 * @throws request_text_only, request_unanswered in a message request
 * @throws not_found if the sender is not a member of a conversation with this id
 * @throws message_not_found if `replyTo` or `threadId` is not a message of the conversation; a deleted one is accepted
 * @throws key_reused if the `clientMessageId` belongs to another message
 */
export type StoreMessage = (message: NewMessage, sender: Actor, address: ConversationAddress) => Promise<SentMessage>

/**
 * Checks that a message with the `clientMessageId` of the stored message `original` is its repeat.
 * @throws key_reused if it is another message
 */
export function assertRepeat(message: Pick<NewMessage, 'fingerprint'>, original: { fingerprint: string }): void {
  if (message.fingerprint !== original.fingerprint) throw new DomainError('key_reused')
}

/** Returns the ids of the messages that a new message refers to. */
export const listReferencedIds = ({ replyTo, threadId }: Pick<NewMessage, 'replyTo' | 'threadId'>): string[] =>
  [replyTo, threadId].filter((id) => id !== undefined)

/**
 * A message found for `listReferencedIds`, with its conversation, and how a reply shows it. A deleted one can still be replied to:
 * its `seq` stays.
 */
export type ReferencedMessage = {
  _id: string
  threadId: string | null
  conversationId: string
  quote: NonNullable<Message['replyTo']>
}

/**
 * Returns the root id of the thread of a new message; undefined if it is in no thread. A `threadId` that is itself a reply in
 * a thread resolves to the root of that thread, and one in no thread becomes the root of a new thread. Without a `threadId`,
 * a message is in the thread of the message it replies to.
 * @throws message_not_found if a message it refers to is not in `referenced`
 */
export function resolveThreadId(
  message: Pick<NewMessage, 'replyTo' | 'threadId'>,
  referenced: readonly Pick<ReferencedMessage, '_id' | 'threadId'>[],
): string | undefined {
  const threads = new Map(referenced.map(({ _id, threadId }) => [_id, threadId ?? undefined]))
  if (!listReferencedIds(message).every((id) => threads.has(id))) throw new DomainError('message_not_found')
  const { replyTo, threadId } = message
  if (threadId) return threads.get(threadId) ?? threadId
  return replyTo && threads.get(replyTo)
}

/** A new message with the members who got it, of whom `mutedBy` want no push. `groupName` is the name of its group. */
type SentMessageFacts = {
  stored: Message
  sender: Actor
  message: Pick<NewMessage, 'eventId'>
  recipientIds: readonly string[]
  mutedBy: readonly string[]
  groupName?: string | undefined
}

/** Returns the event of a new message, in a direct conversation or in a group. A system line has none. */
export function createMessageSentEvents({
  stored,
  sender: actor,
  message: { eventId },
  recipientIds,
  mutedBy,
  groupName,
}: SentMessageFacts): DomainEvent[] {
  const { _id: messageId, conversationId, recipient, createdAt, rev, seq, messageType, threadId } = stored
  if (messageType === 'system') return []
  const fields = toConversationEventFields(conversationId, { id: eventId, time: createdAt })
  if (recipient) {
    const isMuted = mutedBy.includes(recipient._id)
    const data = { ...toMessageEventData(stored, actor), rev, seq, messageType, threadId, ...(isMuted && { isMuted }) }
    return [createEvent(events.messageSent, { ...fields, data })]
  }
  if (groupName === undefined) return []
  const pushedTo = recipientIds.filter((id) => !mutedBy.includes(id))
  const data = { messageId, actor, groupId: conversationId, groupName, recipientIds: pushedTo, seq, rev, messageType }
  return [createEvent(events.groupMessageSent, { ...fields, data })]
}
