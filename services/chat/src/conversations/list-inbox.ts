import type { KeysetWindow } from '@meadow/service'
import type { Conversation, ConversationFilter, ConversationRepository } from './conversation-repository.ts'

type InboxRequest = {
  filter: ConversationFilter
  view: 'inbox' | 'archived' | undefined
  isFirstPage: boolean
}

type InboxRows = {
  rows: Awaited<ReturnType<ConversationRepository['list']>>
  /** The conversations that come before those of the first page, and are on no other. */
  first: Conversation[]
  archivedCount?: number
}

/** More conversations that are marked as unread are found without the filter. */
const MAX_MARKED = 20

/**
 * Lists conversations for a view. The inbox has the pinned ones before its first page, the newest pin first, and a filtered one only those
 * that are no rows of the list. Without a view the list has all of them by their newest message.
 */
export async function listInbox(
  conversations: Pick<ConversationRepository, 'list' | 'countArchived'>,
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
  const [rows, first, archivedCount] = await Promise.all([
    conversations.list(viewer, window, listed),
    !isFirstPage
      ? []
      : isWhole
        ? conversations.list(viewer, atFirst, { ...listed, isPinned: true })
        : filter.unread
          ? conversations.list(viewer, atFirst, { ...listed, unread: false, isMarkedUnread: true })
          : [],
    isFirstPage && isWhole ? conversations.countArchived(viewer) : undefined,
  ])
  return {
    rows,
    first: toFirst(
      first.map(({ conversation }) => conversation),
      isWhole,
    ),
    ...(archivedCount !== undefined && { archivedCount }),
  }
}

/** Pins in the order of their pinning, newest first; marked conversations without unread messages, which the list has itself. */
const toFirst = (found: readonly Conversation[], arePins: boolean): Conversation[] =>
  arePins
    ? found.toSorted((one, other) => (other.marks.pinnedAt ?? '').localeCompare(one.marks.pinnedAt ?? ''))
    : found.filter(({ unreadCount }) => unreadCount === 0)
