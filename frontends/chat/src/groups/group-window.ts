import type { GroupMessageView, GroupView } from '@meadow/contracts/browser'
import type { ApiResponse } from '@meadow/web'
import { withoutArchive } from '../data/conversations/conversation-marks.ts'

/**
 * The cached part of a group: its newest messages without a gap, ordered by `seq`, that contain all changes up to `rev`. `hasNewer` is
 * always false: it is a part of what a browser stores of every list of messages.
 */
export type GroupWindow = { messages: GroupMessageView[]; hasOlder: boolean; hasNewer: false; rev: number }

type GroupMessagePage = ApiResponse<'GET /messages/groups/:id/messages'>

/** Creates a window from the newest page of messages. */
export const toGroupWindow = ({ messages, hasMore, rev }: GroupMessagePage): GroupWindow => ({
  messages,
  hasOlder: hasMore,
  hasNewer: false,
  rev,
})

/** Adds the page before the window. */
export const withOlderMessages = (known: GroupWindow, { messages, hasMore }: GroupMessagePage): GroupWindow => ({
  ...known,
  messages: mergeMessages(known.messages, messages),
  hasOlder: hasMore,
})

/** Applies the changes since the `rev` of the window. Leaves out changed messages that are older than the window. */
export function withGroupChanges(
  known: GroupWindow,
  { messages, rev }: Omit<GroupMessagePage, 'hasMore'>,
): GroupWindow {
  const firstSeq = known.hasOlder ? (known.messages[0]?.seq ?? 0) : 0
  const changed = messages.filter(({ seq }) => seq >= firstSeq)
  return { ...known, messages: mergeMessages(known.messages, changed), rev: Math.max(known.rev, rev) }
}

/** Applies a pushed or sent message. The `rev` of the window grows only if no change is missing before it. */
export const withGroupMessage = (known: GroupWindow, message: GroupMessageView): GroupWindow => ({
  ...withGroupChanges(known, { messages: [message], rev: message.rev === known.rev + 1 ? message.rev : known.rev }),
})

/** Applies a change of no message: the `rev` of the window grows if no change is missing before it. */
export const withGroupRev = (known: GroupWindow, rev: number): GroupWindow =>
  rev === known.rev + 1 ? { ...known, rev } : known

/** Merges messages by their ids; of two copies the later `rev` counts. The own copy alone has a client id, which is kept. */
function mergeMessages(known: readonly GroupMessageView[], added: readonly GroupMessageView[]): GroupMessageView[] {
  const byId = new Map(known.map((message) => [message._id, message]))
  for (const message of added) {
    const before = byId.get(message._id)
    if (before && before.rev > message.rev) continue
    byId.set(message._id, { ...message, clientMessageId: message.clientMessageId ?? before?.clientMessageId ?? null })
  }
  return [...byId.values()].toSorted((one, other) => one.seq - other.seq)
}

/** Shows a message as the newest one of a group, and counts it as unread if another member wrote it. */
export function withNewestMessage(group: GroupView, message: GroupMessageView, currentUserId: string): GroupView {
  const { lastMessage } = group
  if (lastMessage?._id === message._id)
    return message.rev >= lastMessage.rev
      ? { ...group, lastMessage: message, rev: Math.max(group.rev, message.rev) }
      : group
  if (message.seq <= group.seq) return group
  const isUnread = message.sender._id !== currentUserId && !message.notice && !message.deletedAt
  return {
    ...group,
    lastMessage: message,
    seq: message.seq,
    rev: Math.max(group.rev, message.rev),
    unreadCount: group.unreadCount + (isUnread ? 1 : 0),
    marks: withoutArchive(group.marks, new Date()),
  }
}

/** Applies the read mark of a member, or of the signed-in member on any device. */
export const withGroupRead = (
  group: GroupView,
  { readerId, upToSeq }: { readerId: string; upToSeq: number },
  currentUserId: string,
): GroupView => ({
  ...group,
  ...(readerId === currentUserId && upToSeq >= group.seq && { unreadCount: 0 }),
  members: group.members.map((member) =>
    member._id === readerId ? { ...member, readUpTo: Math.max(member.readUpTo, upToSeq) } : member,
  ),
})

/** Returns the other members who have read a message, by the marks that they show to the viewer. */
export const listGroupReaders = (
  { members }: Pick<GroupView, 'members'>,
  { seq, sender }: { seq: number; sender: { _id: string } },
): GroupView['members'] => listGroupRecipients({ members }, { seq, sender }).filter(({ readUpTo }) => readUpTo >= seq)

/** Returns the other members who see a message: those who were invited after it never do. */
export const listGroupRecipients = (
  { members }: Pick<GroupView, 'members'>,
  { seq, sender }: { seq: number; sender: { _id: string } },
): GroupView['members'] => members.filter(({ _id, fromSeq = 0 }) => _id !== sender._id && fromSeq < seq)
