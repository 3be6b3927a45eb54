import type { MessageView } from '@meadow/contracts'
import type { ApiResponse } from '@meadow/web'

/**
 * What is known of the messages with `userId`: a run of them without a gap, by `seq`. All changes up to `rev` are in it.
 * `readUpTo` and `deliveredUpTo` are how far the other got, `ownReadUpTo` how far the member.
 */
export type MessageWindow = {
  userId: string
  messages: MessageView[]
  hasOlder: boolean
  hasNewer: boolean
  rev: number
  readUpTo: number
  deliveredUpTo: number
  ownReadUpTo: number
  /** Counts when it is replaced by another run: what is shown then has its own place. */
  generation?: number
}

type MessageMarks = Partial<Pick<MessageWindow, 'readUpTo' | 'deliveredUpTo' | 'ownReadUpTo'>>
type MessagePage = Pick<ApiResponse<'GET /messages/:id'>, 'messages' | 'hasMore' | 'rev'> & { hasNewer?: boolean }

/** What a page of messages tells of a conversation. */
export const toMessageWindow = (
  userId: string,
  { messages, hasMore, hasNewer = false, rev }: MessagePage,
): MessageWindow => ({
  userId,
  messages,
  hasOlder: hasMore,
  hasNewer,
  rev,
  readUpTo: 0,
  deliveredUpTo: 0,
  ownReadUpTo: 0,
})

/** Another page beside or over what is known. What moved since either was read has to be asked for: `rev` says since when. */
export function mergeMessagePage<T extends MessageWindow>(talk: T, page: MessagePage): T {
  const [first, last] = [page.messages[0], page.messages.at(-1)]
  if (!first || !last) return talk
  const merged = [...page.messages, ...talk.messages.filter(({ _id }) => !page.messages.some((one) => one._id === _id))]
  const isFirst = first.seq <= (talk.messages[0]?.seq ?? Number.POSITIVE_INFINITY)
  const isLast = last.seq >= (talk.messages.at(-1)?.seq ?? 0)
  return {
    ...talk,
    messages: merged.toSorted(compareSeq).map((message) => markMessage(talk, message)),
    hasOlder: isFirst ? page.hasMore : talk.hasOlder,
    hasNewer: isLast ? (page.hasNewer ?? talk.hasNewer) : talk.hasNewer,
    rev: Math.min(talk.rev, page.rev),
  }
}

/** A message that was just sent: one more is in its thread. */
export const applySentMessage = <T extends MessageWindow>(talk: T, message: MessageView): T => {
  const grown = applyMessage(talk, message)
  return { ...grown, messages: grown.messages.map((other) => countReply(other, message)) }
}

/** A message as it is now, with the quotes of it, unless something may be missing between it and what is known. */
export function applyMessage<T extends MessageWindow>(talk: T, message: MessageView): T {
  const changed = replaceMessage(talk, message)
  if (talk.messages.some(({ _id }) => _id === message._id) || !isContiguous(talk, message)) return changed
  return { ...talk, messages: [...changed.messages, markMessage(talk, message)].toSorted(compareSeq) }
}

/** A message as it is now, where it is shown or quoted. */
export const replaceMessage = <T extends MessageWindow>(talk: T, message: MessageView): T => ({
  ...talk,
  messages: talk.messages.map((known) => {
    if (known._id !== message._id) return updateQuote(known, message)
    return known.rev > message.rev ? known : markMessage(talk, message)
  }),
})

/** One message, changed at `rev`, unless it has changed since. */
export const changeMessageAtRev = <T extends MessageWindow>(
  talk: T,
  { messageId, rev }: { messageId: string; rev: number },
  change: (message: MessageView) => MessageView,
): T => ({
  ...talk,
  messages: talk.messages.map((message) =>
    message._id === messageId && message.rev <= rev ? { ...change(message), rev } : message,
  ),
})

/** One message changed by the member, before anybody has told. */
export const changeMessageLocally = (
  talk: MessageWindow,
  id: string,
  change: (message: MessageView) => MessageView,
): MessageWindow => ({
  ...talk,
  messages: talk.messages.map((message) => (message._id === id ? change(message) : message)),
})

/** Only its place is left, also where it was quoted. */
export function deleteMessageAtRev<T extends MessageWindow>(
  talk: T,
  told: { messageId: string; rev: number },
  at: string,
): T {
  const emptied = changeMessageAtRev(talk, told, (message) => toDeletedMessage(message, at))
  const messages = emptied.messages.map((message) =>
    message.replyTo?._id === told.messageId ? { ...message, replyTo: null } : message,
  )
  return { ...emptied, messages }
}

/** Of a deleted message there is nothing but its place. */
export const toDeletedMessage = (message: MessageView, deletedAt: string): MessageView => ({
  ...message,
  content: '',
  imageUrl: '',
  media: null,
  reactions: [],
  replyTo: null,
  edited: false,
  editedAt: null,
  deletedAt,
})

/** How far each has read or received: marks only move forward. */
export function applyMarks<T extends MessageWindow>(
  talk: T,
  { readUpTo = 0, deliveredUpTo = 0, ownReadUpTo = 0 }: MessageMarks,
): T {
  const moved = {
    ...talk,
    readUpTo: Math.max(talk.readUpTo, readUpTo),
    deliveredUpTo: Math.max(talk.deliveredUpTo, deliveredUpTo),
    ownReadUpTo: Math.max(talk.ownReadUpTo, ownReadUpTo),
  }
  return { ...moved, messages: talk.messages.map((message) => markMessage(moved, message)) }
}

/** What changed since the talk's `rev`. */
export function applyChanges<T extends MessageWindow>(
  talk: T,
  answer: ApiResponse<'GET /messages/:userId/changes'>,
): T {
  const { messages, rev, readUpTo, deliveredUpTo, unreadCount } = answer
  const changed = messages.reduce(applyMessage, talk)
  const ownReadUpTo = changed.hasNewer ? 0 : findOwnReadUpTo(changed, unreadCount)
  return applyMarks({ ...changed, rev: Math.max(rev, talk.rev) }, { readUpTo, deliveredUpTo, ownReadUpTo })
}

/** How far the member has read, when so many of the other's newest messages are unread. */
function findOwnReadUpTo({ userId, messages }: MessageWindow, unreadCount: number): number {
  if (unreadCount === 0) return messages.at(-1)?.seq ?? 0
  const theirs = messages.filter(({ sender, deletedAt }) => sender._id === userId && !deletedAt)
  return theirs[theirs.length - unreadCount - 1]?.seq ?? 0
}

/**
 * The talk after `change` at `rev`. What is in it already changes nothing. After a gap, or where newer messages are not
 * known, `rev` stays, to be asked from.
 */
export function applyWindowChangeAtRev(
  talk: MessageWindow,
  rev: number,
  change: (talk: MessageWindow) => MessageWindow,
): MessageWindow {
  if (rev <= talk.rev) return talk
  const changed = change(talk)
  return rev === talk.rev + 1 && !talk.hasNewer ? { ...changed, rev } : changed
}

const compareSeq = (one: MessageView, other: MessageView) => one.seq - other.seq

/** Whether nothing can be missing between the message and the run. */
function isContiguous({ messages, hasOlder, hasNewer }: MessageWindow, { seq }: MessageView): boolean {
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) return !hasOlder && !hasNewer
  return (seq > first.seq || !hasOlder) && (seq < last.seq || !hasNewer)
}

function markMessage(
  talk: Pick<MessageWindow, 'userId' | 'readUpTo' | 'deliveredUpTo' | 'ownReadUpTo'>,
  message: MessageView,
) {
  const isOwn = message.sender._id !== talk.userId
  if (message.seq <= (isOwn ? talk.readUpTo : talk.ownReadUpTo))
    return message.status === 'read' ? message : { ...message, isRead: true, status: 'read' as const }
  if (isOwn && message.status === 'sent' && message.seq <= talk.deliveredUpTo)
    return { ...message, status: 'delivered' as const }
  return message
}

function updateQuote(message: MessageView, { _id, content, deletedAt }: MessageView): MessageView {
  if (message.replyTo?._id !== _id) return message
  return { ...message, replyTo: deletedAt ? null : { ...message.replyTo, content } }
}

/** One more is in the thread of `root`. */
export const countReply = (root: MessageView, { threadId, rev }: MessageView): MessageView =>
  root._id === threadId && root.rev < rev ? { ...root, threadCount: root.threadCount + 1, rev } : root
