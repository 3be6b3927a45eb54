import type { KeysetWindow } from '@meadow/service'
import type { Conversation, ConversationFilter, ConversationRepository } from './conversation-repository.ts'

type InboxRequest = {
  filter: ConversationFilter
  view: 'inbox' | 'archived' | undefined
  isFirstPage: boolean
}

type InboxRows = {
  rows: Awaited<ReturnType<ConversationRepository['list']>>
  /** The conversations placed before the rows of the first page. Empty on all other pages. */
  first: Conversation[]
  archivedCount?: number
  requestCount?: number
}

/** The number of marked conversations before the first page: more than the pins. Further unread marks appear only in the whole inbox. */
const MAX_MARKED = 20

/**
 * Lists conversations for a view. The first page of the unfiltered inbox begins with the pinned ones, newest pin first; that of unread
 * ones, with those that are only marked as unread. Without a view (older pages send none), all are listed, newest message first.
 */
export async function listInbox(
  conversations: Pick<ConversationRepository, 'list' | 'countArchived' | 'countRequests'>,
  viewer: { _id: string },
  window: KeysetWindow,
  { filter, view, isFirstPage }: InboxRequest,
): Promise<InboxRows> {
  if (view === undefined) return { rows: await conversations.list(viewer, window, filter), first: [] }
  if (view === 'archived')
    return { rows: await conversations.list(viewer, window, { ...filter, isArchived: true }), first: [] }
  const isWhole = !filter.unread && !filter.among && filter.q === ''
  const listed = { ...filter, isArchived: false, ...(isWhole && { isPinned: false }) }
  const atFirst = { limit: MAX_MARKED, after: undefined, skip: 0 }
  const [rows, first, archivedCount, requestCount] = await Promise.all([
    conversations.list(viewer, window, listed),
    !isFirstPage
      ? []
      : isWhole
        ? conversations.list(viewer, atFirst, { ...listed, isPinned: true })
        : filter.unread
          ? conversations.list(viewer, atFirst, { ...listed, unread: false, isMarkedUnread: true })
          : [],
    isFirstPage && isWhole ? conversations.countArchived(viewer) : undefined,
    isFirstPage && isWhole ? conversations.countRequests(viewer) : undefined,
  ])
  return {
    rows,
    first: first
      .slice(0, MAX_MARKED)
      .map(({ conversation }) => conversation)
      .toSorted((one, other) => (other.marks.pinnedAt ?? '').localeCompare(one.marks.pinnedAt ?? '')),
    ...(archivedCount !== undefined && { archivedCount }),
    ...(requestCount !== undefined && { requestCount }),
  }
}
