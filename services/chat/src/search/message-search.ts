import type { MessageContent } from '@meadow/contracts/parse-search'
import type { KeysetKey } from '@meadow/service'
import { foldText } from '@meadow/storage'
import type { Message } from '../messages/message.ts'
import type { InboxSearch, InboxSearchWindow } from './inbox-search.ts'

/**
 * A search for `text` (may be empty) in messages sent by `from`, that have a content, from `start` to `end`; undefined for any. Times are
 * in epoch milliseconds.
 */
export type MessageSearchQuery = {
  text: string
  from: string | undefined
  has: MessageContent | undefined
  start: number | undefined
  end: number | undefined
  before: string | number | undefined
  limit: number
}

/**
 * The newest matches by `seq`, whether there may be older ones, the message before which the search continues (null if there are none), and
 * the `rev` of the conversation.
 */
type MessageSearchPage = { messages: Message[]; hasMore: boolean; nextBefore: string | null; rev: number }

export type MessageSearch = {
  /**
   * Finds the messages of a conversation that contain the text, ignoring case and accents. Deleted messages never match.
   * @throws member_not_found, message_not_found for `before`
   */
  search(otherId: string, viewer: { _id: string }, query: MessageSearchQuery): Promise<MessageSearchPage>
  /**
   * Finds messages in the direct conversations of the viewer, newest first, one more than the limit. Those with a blocked member are among
   * them, because they stay readable. Deleted messages never match.
   */
  searchInbox(
    viewer: { _id: string },
    search: InboxSearch,
    window: InboxSearchWindow,
  ): Promise<(KeysetKey & { message: Message })[]>
}

export const EMPTY_SEARCH_PAGE: MessageSearchPage = { messages: [], hasMore: false, nextBefore: null, rev: 0 }

/** The messages that a search without an index reads for a page. The next page continues in older ones. */
export const MAX_SCANNED_MESSAGES = 5_000

/**
 * Returns the `seq` after which the matches of a page are looked for, up to `last`: the end of the time span, `after`, or that of the
 * last MAX_SCANNED_MESSAGES if no index finds them.
 */
export const toScannedAfter = (query: MessageSearchQuery, after: number, last: number): number =>
  isIndexed(query) ? after : Math.max(after, last - MAX_SCANNED_MESSAGES)

/** Returns true if an index finds the matches: by their content, or by three letters of the text, from which PostgreSQL takes a trigram. */
const isIndexed = ({ text, has }: MessageSearchQuery): boolean =>
  has !== undefined || /[\p{L}\p{N}]{3}/u.test(foldText(text))
