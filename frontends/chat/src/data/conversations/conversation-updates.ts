import type { ConversationView, MessageView, Presence, ServerToClientEvents } from '@meadow/contracts'
import type { ConversationPages } from '../query-keys.ts'

type ReadPush = ServerToClientEvents['messageRead']
type ConversationChange = (conversation: ConversationView) => ConversationView | undefined

/**
 * The conversation after `change` at `rev`. What is in it already changes nothing; where it is not known how it is now
 * (after a gap, or when `change` cannot tell), `rev` stays behind, and it has to be asked for.
 */
function applyAtRev(conversation: ConversationView, rev: number, change: ConversationChange): ConversationView {
  if (rev !== conversation.rev + 1) return conversation
  const changed = change(conversation)
  return changed ? { ...changed, rev } : conversation
}

const toLastMessage = ({ _id, seq, content, messageType, createdAt, deletedAt, isRead, sender }: MessageView) => ({
  ...{ _id, seq, content, messageType, createdAt, deletedAt, isRead },
  sender: sender._id,
})

/** Somebody wrote: it is the last message, and unread when it is the other's. */
export const withNewMessage = (conversation: ConversationView, message: MessageView): ConversationView =>
  applyAtRev(conversation, message.rev, () => ({
    ...conversation,
    lastMessage: toLastMessage(message),
    unreadCount: conversation.unreadCount + (message.sender._id === conversation._id ? 1 : 0),
    canSend: true,
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

/** Which of several unread ones was deleted is not known here. */
export const withDeletedMessage = (
  conversation: ConversationView,
  { messageId, rev }: ServerToClientEvents['messageDeleted'],
  deletedAt: string,
): ConversationView =>
  applyAtRev(conversation, rev, ({ lastMessage, unreadCount }) => {
    if (unreadCount > 0) return undefined
    if (lastMessage?._id !== messageId) return conversation
    return { ...conversation, lastMessage: { ...lastMessage, content: '', deletedAt } }
  })

/** Something changed that is not shown of a conversation. */
export const withRev = (conversation: ConversationView, rev: number): ConversationView =>
  applyAtRev(conversation, rev, () => conversation)

/** The other has read what the member wrote, or the member what the other wrote, on whichever device. */
export function withReadMark(conversation: ConversationView, { readerId, upToSeq, rev }: ReadPush): ConversationView {
  const { _id, lastMessage, readUpTo, deliveredUpTo } = conversation
  const isByOther = readerId === _id
  const marks = { readUpTo: Math.max(readUpTo, upToSeq), deliveredUpTo: Math.max(deliveredUpTo, upToSeq) }
  const marked = isByOther ? { ...conversation, ...marks } : conversation
  return applyAtRev(marked, rev, () => {
    const isAll = !lastMessage || lastMessage.seq <= upToSeq
    if (isByOther) return isAll ? withLastMessageRead(marked, false) : marked
    return isAll ? withLastMessageRead({ ...marked, unreadCount: 0 }, true) : undefined
  })
}

function withLastMessageRead(conversation: ConversationView, ofOther: boolean): ConversationView {
  const { _id, lastMessage } = conversation
  if (!lastMessage || (lastMessage.sender === _id) !== ofOther) return conversation
  return { ...conversation, lastMessage: { ...lastMessage, isRead: true } }
}

export function withDeliveredMark(
  conversation: ConversationView,
  told: ServerToClientEvents['messageDelivered'],
): ConversationView {
  const isByOther = told.receiverId === conversation._id
  const deliveredUpTo = isByOther ? Math.max(conversation.deliveredUpTo, told.upToSeq) : conversation.deliveredUpTo
  const marked = { ...conversation, deliveredUpTo }
  return applyAtRev(marked, told.rev, () => marked)
}

/** Somebody of a list or a conversation is here now, or was last at a moment. */
export const withPresence = <Who extends Presence>(who: Who, { isOnline, lastActive }: Presence): Who => ({
  ...who,
  isOnline,
  lastActive,
})

/** A list with one conversation changed; `toFront` where it moved before all others. */
export function updateInPages(
  pages: ConversationPages,
  userId: string,
  change: (conversation: ConversationView) => ConversationView,
  toFront = false,
): ConversationPages {
  const known = pages.pages.flatMap(({ conversations }) => conversations).find(({ _id }) => _id === userId)
  if (!known) return pages
  const changed = change(known)
  if (toFront && changed.rev > known.rev) return moveToFront(pages, changed)
  return mapPages(pages, (all) => all.map((one) => (one._id === userId ? changed : one)))
}

/** A list with a conversation before all others. */
export function moveToFront(pages: ConversationPages, conversation: ConversationView): ConversationPages {
  const others = mapPages(pages, (all) => all.filter(({ _id }) => _id !== conversation._id))
  const [first, ...rest] = others.pages
  if (!first) return pages
  return { ...pages, pages: [{ ...first, conversations: [conversation, ...first.conversations] }, ...rest] }
}

const mapPages = (pages: ConversationPages, change: (all: ConversationView[]) => ConversationView[]) => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, conversations: change(page.conversations) })),
})
