import type { DomainEvent } from '@meadow/contracts'
import type { UnreadTotal } from '../conversations/conversation.ts'

/** How far a member has come in a conversation, and what is unread in it and in all; `changed`: it was less far before. */
export type Read = {
  conversationId: string
  otherId: string
  upToSeq: number
  rev: number
  unreadCount: number
  total: UnreadTotal
  changed: boolean
}

type Delivered = { upToSeq: number; rev: number }

/** A message, with all before it, or all that is there with a member. */
export type ReadWhat = { messageId: string } | { otherId: string }

/** How far members have received and read. Markers only move forward; counters and markers move together. */
export type ReadingRepository = {
  /** Stored with its fact. @throws message_not_found, member_not_found */
  read(what: ReadWhat, reader: { _id: string }, announce: (read: Read) => DomainEvent): Promise<Read>
  /** Undefined: nothing new. */
  deliver(to: { _id: string }, otherId: string, upToSeq: number): Promise<Delivered | undefined>
  /** How many messages are unread, deleted ones not counted. */
  unread(memberId: string): Promise<UnreadTotal>
}

export const NO_TOTAL: UnreadTotal = { messages: 0, changeSeq: 0 }
/** Where nothing was written yet. */
export const NOTHING_READ = { conversationId: '', otherId: '', upToSeq: 0, rev: 0, unreadCount: 0, changed: false }
