import type { ConversationView, GroupView } from '@meadow/contracts/browser'
import { getMarks } from '../data/conversations/conversation-marks.ts'

/** A row of the inbox. */
export type InboxEntry = { conversation: ConversationView } | { group: GroupView }

type InboxSelection = { q: string; filter: 'all' | 'unread' | 'online' | 'archived' | 'requests' }

/** Returns the groups of a filter whose name matches a search, or one of the first members, whom a list of groups has. */
export function filterGroups(groups: readonly GroupView[], { q, filter }: InboxSelection): GroupView[] {
  if (filter === 'online' || filter === 'requests') return []
  const text = q.trim().toLocaleLowerCase().replace(/^@/, '')
  const isFound = ({ name, members }: GroupView) =>
    text === '' ||
    [name, ...members.flatMap(({ fullName, username }) => [fullName, username])].some((one) =>
      one.toLocaleLowerCase().includes(text),
    )
  return groups.filter((group) => isFound(group) && isInFilter(group, { q: text, filter }))
}

/** A search finds archived groups, too. */
function isInFilter({ unreadCount, role, marks }: GroupView, { q, filter }: InboxSelection): boolean {
  if (filter === 'archived') return marks.archived
  if (marks.archived && q === '') return false
  return filter === 'all' || unreadCount > 0 || marks.isUnread || role === null
}

/**
 * Puts groups among the conversations, newest message first, after those that are pinned. While conversations are missing at the end,
 * older groups wait for them.
 */
export function toInboxEntries(
  conversations: readonly ConversationView[],
  groups: readonly GroupView[],
  { hasMore }: { hasMore: boolean },
): InboxEntry[] {
  const isPinned = (one: ConversationView | GroupView) => getMarks(one).pinnedAt !== null
  const pinned = [
    ...conversations.filter(isPinned).map((conversation) => ({ at: toPinTime(conversation), entry: { conversation } })),
    ...groups.filter(isPinned).map((group) => ({ at: toPinTime(group), entry: { group } })),
  ]
  const others = conversations.filter((conversation) => !isPinned(conversation))
  const lastAt = others.at(-1)?.lastMessage?.createdAt ?? ''
  const shown = groups.filter((group) => !isPinned(group) && (!hasMore || getGroupTime(group) >= lastAt))
  const timed = [
    ...others.map((conversation) => ({ at: conversation.lastMessage?.createdAt ?? '', entry: { conversation } })),
    ...shown.map((group) => ({ at: getGroupTime(group), entry: { group } })),
  ]
  return [...pinned.toSorted(compareTimes), ...timed.toSorted(compareTimes)].map(({ entry }) => entry)
}

const toPinTime = (one: ConversationView | GroupView): string => getMarks(one).pinnedAt ?? ''

/** Compares two entries by time, the newest first. */
const compareTimes = (one: { at: string }, other: { at: string }): number =>
  one.at < other.at ? 1 : one.at > other.at ? -1 : 0

/** Returns the time by which a group is sorted: that of its newest message, or of its creation. */
const getGroupTime = ({ lastMessage, createdAt }: GroupView): string => lastMessage?.createdAt ?? createdAt
