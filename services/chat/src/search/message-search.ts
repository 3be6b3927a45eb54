import type { KeysetKey } from '@meadow/service'
import type { Message } from '../messages/message.ts'
import type { InboxSearch, InboxSearchWindow } from './inbox-search.ts'

/** A search for `text` (may be empty) in messages sent from `start` to `end`; times are in epoch milliseconds. */
export type MessageSearchQuery = {
  text: string
  start: number | undefined
  end: number | undefined
  before: string | number | undefined
  limit: number
}

/** The newest matches by `seq`, whether there are older ones, and the `rev` of the conversation. */
type MessageSearchPage = { messages: Message[]; hasMore: boolean; rev: number }

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

export const EMPTY_SEARCH_PAGE: MessageSearchPage = { messages: [], hasMore: false, rev: 0 }
