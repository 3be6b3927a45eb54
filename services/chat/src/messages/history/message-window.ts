import type { ConversationState } from '../../conversations/conversation.ts'
import type { Message } from '../message.ts'

/** The largest `seq` that a conversation can have. */
export const MAX_SEQ = 2 ** 31 - 1

/** A page of changes has at least this many messages if there are more; messages with the same `rev` stay together. */
export const CHANGES_PAGE_SIZE = 100

/**
 * A part of a conversation: the newest messages, those before a message or a time (epoch ms), or those around a message, or around the first
 * one since a time.
 */
export type MessageWindow = {
  limit: number
  before: string | number | undefined
  around: string | number | undefined
}

/** The messages of a window by `seq`, and whether there are older and newer ones. */
export type MessagePage = Pick<ConversationState, 'rev' | 'seq' | 'viewerDeliveredUpTo'> & {
  messages: Message[]
  hasMore: boolean
  hasNewer: boolean
}

/** The messages changed after a `rev`, by their `rev`. The page covers all changes up to its own `rev`. */
export type ChangesPage = Omit<ConversationState, '_id'> & { messages: Message[]; hasMore: boolean }

/** The `seq` of the first and the last message of a window. There is no gap between the two. */
type SeqRange = { first: number; last: number }

/**
 * Returns the range of a window, after what the viewer has cleared. `anchorSeq` is the `seq` of the message in the middle of an `around` window, otherwise the
 * last `seq` of the window.
 */
export function toSeqRange(
  { limit, around }: MessageWindow,
  anchorSeq: number,
  { seq: newestSeq, viewerClearedUpTo: clearedUpTo }: Pick<ConversationState, 'seq' | 'viewerClearedUpTo'>,
): SeqRange {
  const middle = Math.max(anchorSeq, clearedUpTo + 1)
  const last = Math.min(newestSeq, around !== undefined ? middle + Math.floor(limit / 2) : anchorSeq)
  return { first: Math.max(clearedUpTo + 1, last - limit + 1), last }
}

export function toMessagePage(
  messages: Message[],
  { first, last }: SeqRange,
  { rev, seq, viewerDeliveredUpTo, viewerClearedUpTo }: ConversationState,
): MessagePage {
  return {
    messages,
    hasMore: messages.length > 0 && first > viewerClearedUpTo + 1,
    hasNewer: last < seq,
    rev,
    seq,
    viewerDeliveredUpTo,
  }
}

/** Returns the rows of a page of changes, by their `rev`: those with the last `rev` stay together. */
export function toChangedRows<Row extends { rev: number }>(rows: readonly Row[]): Row[] {
  const sorted = rows.toSorted((one, other) => one.rev - other.rev)
  const lastRev = sorted[CHANGES_PAGE_SIZE - 1]?.rev ?? MAX_SEQ
  return sorted.filter(({ rev }) => rev <= lastRev)
}

/** Returns a page of changes. Its `rev` is that of its last message if there are more, else that of the conversation. */
export function toChangesPage(
  messages: Message[],
  changedRevs: readonly number[],
  { _id, rev, ...state }: ConversationState,
): ChangesPage {
  const lastRev = changedRevs.at(-1) ?? rev
  const hasMore = changedRevs.length >= CHANGES_PAGE_SIZE && lastRev < rev
  return { ...state, messages, hasMore, rev: hasMore ? lastRev : rev }
}

export const EMPTY_MESSAGE_PAGE: MessagePage = {
  messages: [],
  hasMore: false,
  hasNewer: false,
  rev: 0,
  seq: 0,
  viewerDeliveredUpTo: 0,
}

export const EMPTY_CHANGES_PAGE: ChangesPage = {
  messages: [],
  hasMore: false,
  rev: 0,
  seq: 0,
  viewerReadUpTo: 0,
  viewerDeliveredUpTo: 0,
  unreadCount: 0,
  readUpTo: 0,
  deliveredUpTo: 0,
  viewerClearedUpTo: 0,
}
