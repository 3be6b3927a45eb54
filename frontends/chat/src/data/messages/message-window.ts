import type { MessageView } from '@meadow/contracts/browser'
import type { ApiResponse } from '@meadow/web'

/**
 * The cached part of a conversation: messages without a gap, ordered by `seq`, that contain all changes up to `rev`.
 * `readUpTo` and `deliveredUpTo` are marks (a `seq`) of the other member, `ownReadUpTo` is that of the signed-in member.
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
  /** Grows when other messages replace the cached ones, so that the list starts with a new scroll position. */
  generation?: number
}

type MessageMarks = Partial<Pick<MessageWindow, 'readUpTo' | 'deliveredUpTo' | 'ownReadUpTo'>>
type MessagePage = Pick<ApiResponse<'GET /messages/:id'>, 'messages' | 'hasMore' | 'rev'> & { hasNewer?: boolean }

/** Creates a window from a page of messages. */
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

/** Returns the part of a window that the member has not cleared: nothing older is left then. */
export const withoutCleared = <T extends Pick<MessageWindow, 'messages' | 'hasOlder'>>(
  messageWindow: T,
  clearedUpTo: number,
): T => {
  const messages = messageWindow.messages.filter(({ seq }) => seq > clearedUpTo)
  const isWhole = messages.length === messageWindow.messages.length
  return isWhole ? messageWindow : { ...messageWindow, messages, hasOlder: false }
}

/**
 * Returns the first message of a window since a time, in epoch milliseconds, or the last one if there is none. Returns undefined if that
 * message may not be loaded.
 */
export function findMessageSince(
  { messages, hasOlder, hasNewer }: Pick<MessageWindow, 'messages' | 'hasOlder' | 'hasNewer'>,
  time: number,
): MessageView | undefined {
  const isSince = ({ createdAt }: MessageView) => Date.parse(createdAt) >= time
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last || (hasOlder && isSince(first)) || (hasNewer && !isSince(last))) return undefined
  const shown = messages.filter(({ isHidden }) => !isHidden)
  return shown.find(isSince) ?? shown.at(-1)
}

/** Adds a page that touches or overlaps the window. The lower `rev` of both is kept, so that later changes are fetched. */
export function mergeMessagePage<T extends MessageWindow>(messageWindow: T, page: MessagePage): T {
  const [first, last] = [page.messages[0], page.messages.at(-1)]
  if (!first || !last) return messageWindow
  const merged = [
    ...page.messages,
    ...messageWindow.messages.filter(({ _id }) => !page.messages.some((one) => one._id === _id)),
  ]
  const isFirst = first.seq <= (messageWindow.messages[0]?.seq ?? Number.POSITIVE_INFINITY)
  const isLast = last.seq >= (messageWindow.messages.at(-1)?.seq ?? 0)
  return {
    ...messageWindow,
    messages: merged.toSorted(compareSeq).map((message) => markMessage(messageWindow, message)),
    hasOlder: isFirst ? page.hasMore : messageWindow.hasOlder,
    hasNewer: isLast ? (page.hasNewer ?? messageWindow.hasNewer) : messageWindow.hasNewer,
    rev: Math.min(messageWindow.rev, page.rev),
  }
}

/** Applies a new message, and counts it in the root of its thread. */
export const applySentMessage = <T extends MessageWindow>(messageWindow: T, message: MessageView): T => {
  const added = applyMessage(messageWindow, message)
  return { ...added, messages: added.messages.map((other) => countReply(other, message)) }
}

/** Adds or replaces a message and its quotes. Does not add a message if others may be missing before or after it. */
export function applyMessage<T extends MessageWindow>(messageWindow: T, message: MessageView): T {
  const changed = replaceMessage(messageWindow, message)
  if (messageWindow.messages.some(({ _id }) => _id === message._id) || !isContiguous(messageWindow, message))
    return changed
  return { ...messageWindow, messages: [...changed.messages, markMessage(messageWindow, message)].toSorted(compareSeq) }
}

/** Replaces a message of the window and its quotes. Does not add it. */
export const replaceMessage = <T extends MessageWindow>(messageWindow: T, message: MessageView): T => ({
  ...messageWindow,
  messages: messageWindow.messages.map((known) => {
    if (known._id !== message._id) return updateQuote(known, message)
    return known.rev > message.rev ? known : markMessage(messageWindow, message)
  }),
})

/** Changes one message at `rev`. Ignores a change that is older than the message. */
export const changeMessageAtRev = <T extends MessageWindow>(
  messageWindow: T,
  { messageId, rev }: { messageId: string; rev: number },
  change: (message: MessageView) => MessageView,
): T => ({
  ...messageWindow,
  messages: messageWindow.messages.map((message) =>
    message._id === messageId && message.rev <= rev ? { ...change(message), rev } : message,
  ),
})

/** Changes one message before the server has confirmed it (optimistic update). */
export const changeMessageLocally = (
  messageWindow: MessageWindow,
  id: string,
  change: (message: MessageView) => MessageView,
): MessageWindow => ({
  ...messageWindow,
  messages: messageWindow.messages.map((message) => (message._id === id ? change(message) : message)),
})

/** Empties a deleted message and its quotes. */
export function deleteMessageAtRev<T extends MessageWindow>(
  messageWindow: T,
  push: { messageId: string; rev: number; isHidden?: boolean | undefined },
  at: string,
): T {
  const changed = changeMessageAtRev(messageWindow, push, (message) => ({
    ...toDeletedMessage(message, at),
    ...(push.isHidden && { isHidden: true }),
  }))
  const deleted = { _id: push.messageId, content: '', deletedAt: at }
  return { ...changed, messages: changed.messages.map((message) => updateQuote(message, deleted)) }
}

/** The optional fields of a message that a deletion removes. */
const REMOVED_FIELDS: readonly string[] = [
  'facets',
  'voice',
  'video',
  'linkPreview',
  'isLinkPreviewRemoved',
  'system',
  'isForwarded',
  'isStarred',
] satisfies (keyof MessageView)[]

/** Returns the message without its content. Its `seq` stays. */
export function toDeletedMessage(message: MessageView, deletedAt: string): MessageView {
  const kept = Object.entries(message).filter(([field]) => !REMOVED_FIELDS.includes(field))
  return {
    ...(Object.fromEntries(kept) as MessageView),
    content: '',
    imageUrl: '',
    media: null,
    pictures: [],
    reactions: [],
    replyTo: null,
    edited: false,
    editedAt: null,
    deletedAt,
  }
}

/** Returns a message without its content that is not shown: the member has deleted it for themselves, or it has disappeared. */
export const toHiddenMessage = (message: MessageView): MessageView => ({
  ...toDeletedMessage(message, message.deletedAt ?? message.expiresAt ?? message.createdAt),
  isHidden: true,
})

/** Hides a message from the member, with its quotes. Neither its `rev` nor that of the replies changes. */
export function hideMessage<T extends MessageWindow>(messageWindow: T, messageId: string, time: string): T {
  const hidden = messageWindow.messages.find(({ _id }) => _id === messageId)
  const quoted = { _id: messageId, content: '', deletedAt: hidden ? toHiddenMessage(hidden).deletedAt : time }
  const messages = messageWindow.messages.map((message) =>
    message._id === messageId ? toHiddenMessage(message) : updateQuote(message, quoted),
  )
  return { ...messageWindow, messages }
}

/**
 * Shows a message again that was emptied at `deletedAt`, before the server knew, with its quotes. What a push has made of it since stays: an
 * edit, or a deletion for both members.
 */
export function restoreMessage<T extends MessageWindow>(
  messageWindow: T,
  message: MessageView,
  deletedAt: string | null,
): T {
  const current = messageWindow.messages.find(({ _id }) => _id === message._id)
  const isChanged = current !== undefined && current.rev > message.rev && current.deletedAt !== deletedAt
  const { isHidden: _, ...known } = isChanged ? current : message
  const shown = { ...known, rev: Math.max(known.rev, current?.rev ?? 0) }
  const messages = messageWindow.messages.map((other) => (other._id === shown._id ? shown : updateQuote(other, shown)))
  return { ...messageWindow, messages }
}

/** Returns the message with or without the star of the member. A deleted message has none. */
export function withStar({ isStarred: _, ...message }: MessageView, isStarred: boolean): MessageView {
  return isStarred && !message.deletedAt ? { ...message, isStarred } : message
}

/** Applies read and delivery marks. Marks never decrease. */
export function applyMarks<T extends MessageWindow>(
  messageWindow: T,
  { readUpTo = 0, deliveredUpTo = 0, ownReadUpTo = 0 }: MessageMarks,
): T {
  const marked = {
    ...messageWindow,
    readUpTo: Math.max(messageWindow.readUpTo, readUpTo),
    deliveredUpTo: Math.max(messageWindow.deliveredUpTo, deliveredUpTo),
    ownReadUpTo: Math.max(messageWindow.ownReadUpTo, ownReadUpTo),
  }
  return { ...marked, messages: messageWindow.messages.map((message) => markMessage(marked, message)) }
}

/** Takes back the read marks of the other member, and what they have played: one of the two hides that now. What was read was delivered. */
export const withoutReadMarks = <T extends MessageWindow>(messageWindow: T): T => ({
  ...messageWindow,
  readUpTo: 0,
  messages: messageWindow.messages.map((message) => {
    if (message.sender._id === messageWindow.userId) return message
    const status = message.status === 'read' ? 'delivered' : message.status
    const { voice } = message
    return { ...message, isRead: false, status, ...(voice && { voice: { ...voice, isPlayed: false } }) }
  }),
})

/** Applies the changes since the window's `rev`. */
export function applyChanges<T extends MessageWindow>(
  messageWindow: T,
  response: ApiResponse<'GET /messages/:userId/changes'>,
): T {
  const { messages, rev, readUpTo, deliveredUpTo, unreadCount } = response
  const changed = messages.reduce(applyMessage, messageWindow)
  const ownReadUpTo = changed.hasNewer ? 0 : findOwnReadUpTo(changed, unreadCount)
  return applyMarks({ ...changed, rev: Math.max(rev, messageWindow.rev) }, { readUpTo, deliveredUpTo, ownReadUpTo })
}

/** Returns the `seq` up to which the signed-in member has read, if the newest `unreadCount` received messages are unread. */
function findOwnReadUpTo({ userId, messages }: MessageWindow, unreadCount: number): number {
  if (unreadCount === 0) return messages.at(-1)?.seq ?? 0
  const theirs = messages.filter(
    ({ sender, deletedAt, messageType }) => sender._id === userId && !deletedAt && messageType !== 'system',
  )
  return theirs[theirs.length - unreadCount - 1]?.seq ?? 0
}

/**
 * Applies the change with revision `rev`. Returns the window as it is if it already contains the change. The window keeps
 * its old `rev` if revisions are missing in between or if newer messages are not loaded, so that they are fetched.
 */
export function applyWindowChangeAtRev(
  messageWindow: MessageWindow,
  rev: number,
  change: (messageWindow: MessageWindow) => MessageWindow,
): MessageWindow {
  if (rev <= messageWindow.rev) return messageWindow
  const changed = change(messageWindow)
  return rev === messageWindow.rev + 1 && !messageWindow.hasNewer ? { ...changed, rev } : changed
}

const compareSeq = (one: MessageView, other: MessageView) => one.seq - other.seq

/** Returns true if no message can be missing between the given one and the window. */
function isContiguous({ messages, hasOlder, hasNewer }: MessageWindow, { seq }: MessageView): boolean {
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) return !hasOlder && !hasNewer
  return (seq > first.seq || !hasOlder) && (seq < last.seq || !hasNewer)
}

function markMessage(messageWindow: MessageWindow, message: MessageView): MessageView {
  const isOwn = message.sender._id !== messageWindow.userId
  if (message.seq <= (isOwn ? messageWindow.readUpTo : messageWindow.ownReadUpTo))
    return message.status === 'read' ? message : { ...message, isRead: true, status: 'read' }
  if (isOwn && message.status === 'sent' && message.seq <= messageWindow.deliveredUpTo)
    return { ...message, status: 'delivered' }
  return message
}

type QuotedMessage = Pick<MessageView, '_id' | 'content' | 'deletedAt'>

function updateQuote(message: MessageView, { _id, content, deletedAt }: QuotedMessage): MessageView {
  if (message.replyTo?._id !== _id) return message
  return { ...message, replyTo: { ...message.replyTo, content, deletedAt } }
}

/** Counts a reply in the root of its thread. */
export const countReply = (root: MessageView, { threadId, rev }: MessageView): MessageView =>
  root._id === threadId && root.rev < rev ? { ...root, threadCount: root.threadCount + 1, rev } : root
