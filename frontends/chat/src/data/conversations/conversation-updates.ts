import type {
  ConversationMarksView,
  ConversationView,
  MessageView,
  Presence,
  ServerToClientEvents,
} from '@meadow/contracts/browser'
import type { ConversationPages } from '../query-keys.ts'
import { getClearedUpTo, getMarks, withoutArchive } from './conversation-marks.ts'

type ReadPush = ServerToClientEvents['messageRead']
type ConversationChange = (conversation: ConversationView) => ConversationView | undefined

/**
 * Applies the change with revision `rev` to a conversation. Returns the conversation as it is if it already contains the
 * change. Also leaves it, with its old `rev`, if revisions are missing in between or `change` returns undefined; then
 * `catchUpConversation` fetches the conversation.
 */
function applyAtRev(conversation: ConversationView, rev: number, change: ConversationChange): ConversationView {
  if (rev !== conversation.rev + 1) return conversation
  const changed = change(conversation)
  return changed ? { ...changed, rev } : conversation
}

const toLastMessage = ({
  _id,
  seq,
  content,
  messageType,
  pictures,
  createdAt,
  deletedAt,
  isRead,
  sender,
  system,
  expiresAt,
}: MessageView) => ({
  _id,
  seq,
  content,
  messageType,
  pictureCount: pictures.length,
  createdAt,
  deletedAt,
  isRead,
  sender: sender._id,
  ...(system && { system }),
  ...(expiresAt && { expiresAt }),
})

/** Shows a new message as the last one, and counts it as unread if the other member sent it. */
export const withNewMessage = (conversation: ConversationView, message: MessageView): ConversationView =>
  applyAtRev(conversation, message.rev, () => ({
    ...conversation,
    lastMessage: toLastMessage(message),
    unreadCount: conversation.unreadCount + (message.sender._id === conversation._id && !message.system ? 1 : 0),
    ...(message.system?.disappearAfter !== undefined && { disappearAfter: message.system.disappearAfter }),
    canSend: true,
    ...(conversation.marks && { marks: withoutArchive(conversation.marks, new Date()) }),
  }))

export const withEditedMessage = (
  conversation: ConversationView,
  { _id, content, rev }: MessageView,
): ConversationView =>
  applyAtRev(conversation, rev, () =>
    conversation.lastMessage?._id === _id
      ? { ...conversation, lastMessage: { ...conversation.lastMessage, content } }
      : conversation,
  )

/**
 * Leaves a conversation with unread messages to be fetched, because the deleted message may be one of them; and one whose last message is
 * hidden, because another one stands for it.
 */
export const withDeletedMessage = (
  conversation: ConversationView,
  { messageId, rev, isHidden }: ServerToClientEvents['messageDeleted'],
  deletedAt: string,
): ConversationView =>
  applyAtRev(conversation, rev, ({ lastMessage, unreadCount }) => {
    if (unreadCount > 0) return undefined
    if (lastMessage?._id !== messageId) return conversation
    if (isHidden) return undefined
    return { ...conversation, lastMessage: { ...lastMessage, content: '', pictureCount: 0, deletedAt } }
  })

/** Removes the text of the last message, which has disappeared. */
export const withoutLastText = (conversation: ConversationView): ConversationView => ({
  ...conversation,
  lastMessage: conversation.lastMessage && { ...conversation.lastMessage, content: '', pictureCount: 0 },
})

/** Returns the conversation with marks that the server has, without the text of a last message that they clear. */
export function withMarks(conversation: ConversationView, marks: ConversationMarksView): ConversationView {
  const marked = { ...conversation, marks }
  return (marked.lastMessage?.seq ?? 0) <= getClearedUpTo(marked) ? withoutLastText(marked) : marked
}

/** Records a change that does not affect what a conversation shows. */
export const withRev = (conversation: ConversationView, rev: number): ConversationView =>
  applyAtRev(conversation, rev, () => conversation)

/** Applies a read mark of the other member or, from another device, of the signed-in member. */
export function withReadMark(conversation: ConversationView, { readerId, upToSeq, rev }: ReadPush): ConversationView {
  const { _id, lastMessage, readUpTo, deliveredUpTo } = conversation
  const isByOther = readerId === _id
  const marks = { readUpTo: Math.max(readUpTo, upToSeq), deliveredUpTo: Math.max(deliveredUpTo, upToSeq) }
  const marked = isByOther ? { ...conversation, ...marks } : conversation
  const isAll = !lastMessage || lastMessage.seq <= upToSeq
  // an own mark that is hidden from the other member has no `rev` of its own
  if (!isByOther && isAll && rev === conversation.rev) return withLastMessageRead({ ...marked, unreadCount: 0 }, true)
  return applyAtRev(marked, rev, () => {
    if (isByOther) return isAll ? withLastMessageRead(marked, false) : marked
    return isAll ? withLastMessageRead({ ...marked, unreadCount: 0 }, true) : undefined
  })
}

function withLastMessageRead(conversation: ConversationView, ofOther: boolean): ConversationView {
  const { _id, lastMessage } = conversation
  if (!lastMessage || (lastMessage.sender === _id) !== ofOther) return conversation
  return { ...conversation, lastMessage: { ...lastMessage, isRead: true } }
}

/** Takes back the read mark of the other member: one of the two hides it now. */
export const withHiddenReadMark = (conversation: ConversationView): ConversationView => {
  const { _id, lastMessage } = conversation
  const isOwn = lastMessage !== null && lastMessage.sender !== _id
  return { ...conversation, readUpTo: 0, lastMessage: isOwn ? { ...lastMessage, isRead: false } : lastMessage }
}

export function withDeliveredMark(
  conversation: ConversationView,
  push: ServerToClientEvents['messageDelivered'],
): ConversationView {
  const isByOther = push.receiverId === conversation._id
  const deliveredUpTo = isByOther ? Math.max(conversation.deliveredUpTo, push.upToSeq) : conversation.deliveredUpTo
  const marked = { ...conversation, deliveredUpTo }
  return applyAtRev(marked, push.rev, () => marked)
}

/** Replaces the presence of a member. */
export const withPresence = <Member extends Presence>(member: Member, { isOnline, lastActive }: Presence): Member => ({
  ...member,
  isOnline,
  lastActive,
})

/** Changes one conversation of a list. A newer last message also moves it to its position. */
export function updateInPages(
  pages: ConversationPages,
  userId: string,
  change: (conversation: ConversationView) => ConversationView,
): ConversationPages {
  const known = pages.pages.flatMap(({ conversations }) => conversations).find(({ _id }) => _id === userId)
  if (!known) return pages
  const changed = change(known)
  if ((changed.lastMessage?.seq ?? 0) > (known.lastMessage?.seq ?? 0)) return insertInPages(pages, changed)
  return mapPages(pages, (all) => all.map((one) => (one._id === userId ? changed : one)))
}

/**
 * Puts a conversation at its position in a list, newest message first, after those that are pinned. Leaves the list as it is if the conversation has no
 * message, or if its position is not loaded yet.
 */
export function insertInPages(pages: ConversationPages, conversation: ConversationView): ConversationPages {
  if (!conversation.lastMessage) return pages
  const isBehind = (other: ConversationView) => !getMarks(other).pinnedAt && !isNewer(other, conversation)
  const others = mapPages(pages, (all) => all.filter(({ _id }) => _id !== conversation._id)).pages
  const found = others.findIndex(({ conversations }) => conversations.some(isBehind))
  const isEndLoaded = others.at(-1)?.pagination.hasMore === false
  const target = found >= 0 ? found : isEndLoaded ? others.length - 1 : -1
  if (target < 0) return pages
  const insert = (all: ConversationView[]) => {
    const position = all.findIndex(isBehind)
    return all.toSpliced(position < 0 ? all.length : position, 0, conversation)
  }
  return {
    ...pages,
    pages: others.map((page, index) =>
      index === target ? { ...page, conversations: insert(page.conversations) } : page,
    ),
  }
}

const isNewer = (one: ConversationView, other: ConversationView): boolean =>
  (one.lastMessage?.createdAt ?? '') > (other.lastMessage?.createdAt ?? '')

const mapPages = (pages: ConversationPages, change: (all: ConversationView[]) => ConversationView[]) => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, conversations: change(page.conversations) })),
})
