import type { Actor, DomainEvent } from '@meadow/contracts'
import type { UnreadTotal } from '../conversations/conversation.ts'
import type { Message, NewMessage } from './message.ts'

/** A message that was sent, and what is unread in all for its recipient; undefined: it was a repeat. */
type Sent = { message: Message; unread: UnreadTotal | undefined }

/** Which part of a conversation: the newest, those before a place, or what is around a message. */
export type MessageWindow = {
  limit: number
  before: string | number | undefined
  around: string | undefined
}

/** How a conversation is at a moment: `received` is how far the devices of the viewer have got. */
type Standing = { rev: number; seq: number; received: number }

type MessagePage = Standing & {
  /** By `seq`. */
  messages: Message[]
  /** There are older ones. */
  hasMore: boolean
  hasNewer: boolean
}

/** What changed after some `rev`: all of it up to `rev`. `readUpTo` and `deliveredUpTo` are those of the other. */
type Changes = Standing & {
  /** By their `rev`. */
  messages: Message[]
  hasMore: boolean
  readUpTo: number
  deliveredUpTo: number
  unreadCount: number
}

/**
 * Messages of two members. Each method takes who looks or acts: what is no conversation of theirs is not there for them.
 * A write is stored with the fact it causes, or not at all.
 */
export type MessageRepository = {
  /**
   * Sends it, and makes the conversation if there is none and the two follow each other. The same again, by
   * `clientMessageId`, answers the first.
   * @throws member_not_found, not_mutual, message_not_found for what it replies to, key_reused
   */
  send(
    message: NewMessage,
    sender: Actor,
    recipientId: string,
    announce: (message: Message) => DomainEvent,
  ): Promise<Sent>
  /** `before` is a message or a moment in ms. @throws member_not_found, message_not_found for where it starts */
  list(otherId: string, viewer: { _id: string }, window: MessageWindow): Promise<MessagePage>
  /** @throws member_not_found */
  changes(otherId: string, viewer: { _id: string }, since: number): Promise<Changes>
}
