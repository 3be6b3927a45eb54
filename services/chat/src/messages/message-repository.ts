import type { DomainEvent } from '@meadow/contracts'
import type { Message, NewMessage } from './message.ts'

/** A message that was sent, and how much is unread in all for its recipient; undefined: it was a repeat. */
export type Sent = { message: Message; unreadTotal: number | undefined }

/** Which part of a conversation: the newest before a place, or what is around a message. */
export type MessageWindow = {
  limit: number
  before: { _id: string } | { at: Date } | undefined
  around: string | undefined
}

export type MessagePage = {
  /** By `seq`. */
  messages: Message[]
  /** There are older ones. */
  hasMore: boolean
  hasNewer: boolean
  /** The `rev` of the conversation at that moment, and how far the viewer's devices had received what is in it. */
  rev: number
  seq: number
  deliveredUpTo: number
}

/** What changed since some `rev`; `readUpTo` and `deliveredUpTo` are those of the other. */
export type Changes = Omit<MessagePage, 'hasNewer'> & {
  readUpTo: number
  receivedUpTo: number
  unreadCount: number
}

/**
 * Messages of two members. Each method takes who looks or acts: what is no conversation of theirs is not there for them.
 * A write is stored with the fact it causes, or not at all.
 */
export type MessageRepository = {
  /** @throws message_not_found */
  find(id: string, viewer: { _id: string }): Promise<Message>
  /**
   * Sends it, and makes the conversation if there is none and the two follow each other. The same again, by
   * `clientMessageId`, answers the first.
   * @throws member_not_found, not_mutual, message_not_found for what it replies to, key_reused
   */
  send(
    message: NewMessage,
    sender: { _id: string },
    recipientId: string,
    announce: (sent: { message: Message; rev: number }) => DomainEvent,
  ): Promise<Sent>
  /** @throws member_not_found, message_not_found for the place it starts from */
  list(otherId: string, viewer: { _id: string }, window: MessageWindow): Promise<MessagePage>
  /** What changed after `since`, by `rev`. @throws member_not_found */
  changes(otherId: string, viewer: { _id: string }, since: number): Promise<Changes>
}
