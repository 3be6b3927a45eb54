import type { ConversationView, MessageView, Presence, ServerToClientEvents } from '@meadow/contracts/browser'
import { type InfiniteData, type QueryClient, useQueryClient, useSession, useSocketEvent } from '@meadow/web'
import { updateGroup } from '../../groups/group-cache.ts'
import { refreshContents, removeFromContents } from '../contents/message-contents.ts'
import { removeClearedMessages } from '../conversations/cleared-history.ts'
import { getMarks, isConversationMuted } from '../conversations/conversation-marks.ts'
import {
  updateInPages,
  withDeletedMessage,
  withDeliveredMark,
  withEditedMessage,
  withHiddenReadMark,
  withMarks,
  withNewMessage,
  withPresence,
  withReadMark,
  withRev,
} from '../conversations/conversation-updates.ts'
import { removeFilesOfMessages } from '../messages/cached-files.ts'
import {
  applyMarks,
  applyMessage,
  applySentMessage,
  applyWindowChangeAtRev,
  changeMessageAtRev,
  changeMessageLocally,
  deleteMessageAtRev,
  hideMessage,
  type MessageWindow,
  withoutReadMarks,
  withStar,
} from '../messages/message-window.ts'
import { recordQuotedChange } from '../messages/quoted-message.ts'
import { type ConversationPages, chatQueryKeys } from '../query-keys.ts'
import {
  applySentThreadMessage,
  applyThreadMessage,
  changeThreadWindow,
  type ThreadWindow,
} from '../threads/thread-window.ts'
import {
  catchUpConversation,
  fetchConversation,
  isConversationListed,
  listCachedCopies,
  recordLatestRev,
  recordPushedConversation,
  refreshConversation,
} from './catch-up.ts'

type UpdateMessageWindow = (messageWindow: MessageWindow) => MessageWindow
type ConversationRev = { userId: string; rev: number }
type NewMessage = ServerToClientEvents['newMessage']

/** Applies the pushes of the server to the caches and to unsent replies. Mounted once. */
export function useChatPushes(): void {
  const cache = useQueryClient()
  const currentUserId = useSession().user?._id ?? ''
  useSocketEvent('newMessage', (message) => applyNewMessage(cache, message, currentUserId))
  useSocketEvent('messageSent', (message) => applyNewMessage(cache, message, currentUserId))
  useSocketEvent('messageEdited', (message) => applyEditedMessage(cache, message, currentUserId))
  useSocketEvent('messageProcessed', (message) => applyEditedMessage(cache, message, currentUserId))
  useSocketEvent('messageReaction', (push) => applyReactions(cache, push))
  useSocketEvent('messageDeleted', (push) => applyDeletion(cache, push, new Date().toISOString()))
  useSocketEvent('messageHidden', (push) => applyHiding(cache, push, new Date().toISOString()))
  useSocketEvent('messageRead', (push) => applyReadMark(cache, push))
  useSocketEvent('readMarksUpdated', (push) => void applyReadMarksUpdate(cache, push).catch(() => undefined))
  useSocketEvent('messagePlayed', (push) => applyVoicePlay(cache, push))
  useSocketEvent('messageStarred', (push) => applyStar(cache, push))
  useSocketEvent('messageDelivered', (push) => applyDeliveredMark(cache, push))
  useSocketEvent('conversationMarked', (push) => applyConversationMarks(cache, push))
  useSocketEvent('messageRequestUpdated', (push) => void applyRequestUpdate(cache, push).catch(() => undefined))
  useSocketEvent('presence', (push) => applyPresence(cache, push))
}

/** Applies a new message of either member, from any device, to all caches. */
export function applyNewMessage(cache: QueryClient, message: NewMessage, currentUserId: string): void {
  const conversationRev = getConversationRev(message, currentUserId)
  const { userId } = conversationRev
  const mayLeaveArchive = canLeaveArchive(cache, userId, message) // the change below ends the archive in the cache
  const messageWindow = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))
  const isNext = !messageWindow || message.rev === messageWindow.rev + 1 // otherwise the missed changes bring the reply count
  applyChange(cache, conversationRev, {
    inMessages: (known) => (isNext ? applySentMessage : applyMessage)(known, message),
    inThread: (thread) => (isNext ? applySentThreadMessage : applyThreadMessage)(thread, message),
    inConversation: (conversation) => withNewMessage(conversation, message),
  })
  refreshConversationLists(cache, userId, mayLeaveArchive)
  if (message.messageType !== 'text' || message.facets) refreshContents(cache, userId)
  if (message.threadId) void cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(userId) })
}

/** Returns true if a new message may end the archive of its conversation: it is archived or not known, and not muted. */
function canLeaveArchive(cache: QueryClient, userId: string, { isMuted }: NewMessage): boolean {
  const known = listCachedCopies(cache, userId).map(getMarks)
  if (isMuted ?? known.some((marks) => isConversationMuted(marks, new Date()))) return false
  return known.length === 0 || known.some(({ archived }) => archived)
}

/**
 * Adds an unlisted conversation to the unfiltered list, and refetches the filtered lists, because the server applies the filter.
 * A list that is being fetched gets it with the response, which may be older than this push.
 */
function refreshConversationLists(cache: QueryClient, userId: string, mayLeaveArchive: boolean): void {
  recordPushedConversation(cache, userId)
  const listKey = chatQueryKeys.conversationList({})
  const all = cache.getQueryData<ConversationPages>(listKey)
  const isFetching = cache.getQueryState(listKey)?.fetchStatus === 'fetching'
  if (all ? !isConversationListed(all, userId) : isFetching)
    void refreshConversation(cache, userId).catch(() => undefined)
  const isFromArchive =
    mayLeaveArchive && all && (all.pages[0]?.archivedCount ?? 0) > 0 && !isConversationListed(all, userId)
  if (isFromArchive) void cache.invalidateQueries({ queryKey: listKey, exact: true }) // it counts the archive
  const unfilteredKey = JSON.stringify(chatQueryKeys.conversationList({}))
  void cache.invalidateQueries({
    queryKey: chatQueryKeys.allConversationLists,
    predicate: ({ queryKey }) => JSON.stringify(queryKey) !== unfilteredKey,
  })
}

export function applyEditedMessage(cache: QueryClient, message: MessageView, currentUserId: string): void {
  applyChange(cache, getConversationRev(message, currentUserId), {
    inMessages: (known) => applyMessage(known, message),
    inThread: (thread) => applyThreadMessage(thread, message),
    inConversation: (conversation) => withEditedMessage(conversation, message),
  })
  applyChangedContent(cache, getConversationRev(message, currentUserId).userId, message)
}

export function applyReactions(cache: QueryClient, push: ServerToClientEvents['messageReaction']): void {
  applyChange(cache, push, {
    inMessages: (known) => changeMessageAtRev(known, push, (message) => withReactions(message, push.reactions)),
    inConversation: (conversation) => withRev(conversation, push.rev),
  })
}

const withReactions = (message: MessageView, reactions: MessageView['reactions']): MessageView =>
  message.isHidden ? message : { ...message, reactions }

/** Applies that a voice message was played, for any `rev`: a hidden play leaves it, and a played message stays played. */
export function applyVoicePlay(cache: QueryClient, push: ServerToClientEvents['messagePlayed']): void {
  updateMessages(cache, push.userId, (known) => changeMessageLocally(known, push.messageId, withPlayedVoice))
  applyChange(cache, push, {
    inMessages: (known) => changeMessageAtRev(known, push, withPlayedVoice),
    inConversation: (conversation) => withRev(conversation, push.rev),
  })
}

/** Applies a star that is stored. */
export function applyStar(cache: QueryClient, star: ServerToClientEvents['messageStarred']): void {
  showStar(cache, star)
  refreshContents(cache, star.userId)
  void cache.invalidateQueries({ queryKey: chatQueryKeys.inboxSearches })
}

/** Shows a message with or without a star. It leaves the list of starred messages at once, and joins it when the star is stored. */
export function showStar(
  cache: QueryClient,
  { userId, messageId, isStarred }: ServerToClientEvents['messageStarred'],
): void {
  updateMessages(cache, userId, (known) =>
    changeMessageLocally(known, messageId, (message) => withStar(message, isStarred)),
  )
  if (!isStarred) removeFromContents(cache, chatQueryKeys.messageContents(userId, 'star'), messageId)
}

/** Returns the message with its recording as played. */
export const withPlayedVoice = (message: MessageView): MessageView =>
  message.voice ? { ...message, voice: { ...message.voice, isPlayed: true } } : message

export function applyDeletion(cache: QueryClient, push: ServerToClientEvents['messageDeleted'], time: string): void {
  removeFilesOfMessages(cache, push.userId, [push.messageId])
  applyChange(cache, push, {
    inMessages: (known) => deleteMessageAtRev(known, push, time),
    inConversation: (conversation) => withDeletedMessage(conversation, push, time),
  })
  const { messageId: _id, userId, rev } = push
  removeFromContents(cache, chatQueryKeys.allMessageContents(userId), _id)
  applyChangedContent(cache, userId, { _id, content: '', deletedAt: time, rev })
}

/** Applies that the member deleted a message for themselves, on any of their devices. */
export function applyHiding(cache: QueryClient, push: ServerToClientEvents['messageHidden'], time: string): void {
  removeFilesOfMessages(cache, push.userId, [push.messageId])
  const { messageId: _id, userId, rev } = push
  removeFromContents(cache, chatQueryKeys.allMessageContents(userId), _id)
  applyChange(cache, push, {
    inMessages: (known) => hideMessage(known, _id, time),
    inConversation: (conversation) => withDeletedMessage(conversation, { ...push, isHidden: true }, time),
  })
  applyChangedContent(cache, userId, { _id, content: '', deletedAt: time, rev })
}

type ChangedContent = Pick<MessageView, '_id' | 'content' | 'deletedAt' | 'rev'>

/** Records an edit or a deletion for unsent replies, and refetches the lists of threads and of found messages, which show the text. */
function applyChangedContent(
  cache: QueryClient,
  userId: string,
  { _id, content, deletedAt, rev }: ChangedContent,
): void {
  recordQuotedChange(cache, _id, { content, deletedAt, rev })
  void cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(userId) })
  void cache.invalidateQueries({ queryKey: chatQueryKeys.allMessageSearches(userId) })
  refreshContents(cache, userId)
  void cache.invalidateQueries({ queryKey: chatQueryKeys.inboxSearches })
}

export function applyReadMark(cache: QueryClient, push: ServerToClientEvents['messageRead']): void {
  const { userId, readerId, upToSeq } = push
  const isByOther = readerId === userId
  const marks = isByOther ? { readUpTo: upToSeq, deliveredUpTo: upToSeq } : { ownReadUpTo: upToSeq }
  applyMarkChange(cache, push, marks, (conversation) => withReadMark(conversation, push))
  if (isByOther) return
  void cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(userId) }) // their unread counts
  const one = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
  const isPartly = (one?.lastMessage?.seq ?? 0) > upToSeq
  if (one?.rev === push.rev && isPartly) void refreshConversation(cache, userId).catch(() => undefined) // how many are unread
}

/**
 * Takes back the read marks of the other member, or fetches them, because one of the two hides or shows them now. Marks that are cached
 * are shown already. @throws ApiError
 */
export async function applyReadMarksUpdate(
  cache: QueryClient,
  { userId, areShown }: ServerToClientEvents['readMarksUpdated'],
): Promise<void> {
  if (!areShown) {
    updateMessages(cache, userId, withoutReadMarks)
    updateConversation(cache, userId, withHiddenReadMark)
    return
  }
  const one = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
  const listed = cache.getQueryData<ConversationPages>(chatQueryKeys.conversationList({}))
  const known = one ?? listed?.pages.flatMap(({ conversations }) => conversations).find(({ _id }) => _id === userId)
  if (!known || known.readUpTo > 0) return
  await refreshConversation(cache, userId)
  const { readUpTo = 0 } = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId)) ?? {}
  updateMessages(cache, userId, (messageWindow) => applyMarks(messageWindow, { readUpTo }))
}

export function applyDeliveredMark(cache: QueryClient, push: ServerToClientEvents['messageDelivered']): void {
  const marks = push.receiverId === push.userId ? { deliveredUpTo: push.upToSeq } : {}
  applyMarkChange(cache, push, marks, (conversation) => withDeliveredMark(conversation, push))
}

/**
 * Applies what the member has set for a conversation, unless a later change is known. Refetches the lists, because only the server
 * knows which conversations are in which.
 */
export function applyConversationMarks(
  cache: QueryClient,
  { userId, marks, changeSeq }: ServerToClientEvents['conversationMarked'],
): void {
  const key = chatQueryKeys.marksChangeSeq(userId)
  if (changeSeq < (cache.getQueryData<number>(key) ?? 0)) return
  cache.setQueryData<number>(key, changeSeq)
  updateConversation(cache, userId, (conversation) => withMarks(conversation, marks))
  removeClearedMessages(cache, userId, marks)
  updateGroup(cache, userId, (group) => ({ ...group, marks }))
  void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
}

/** Refetches the lists, and a request that is known, because it got a message, or was accepted or declined. @throws ApiError */
async function applyRequestUpdate(
  cache: QueryClient,
  { userId }: ServerToClientEvents['messageRequestUpdated'],
): Promise<void> {
  void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
  if (!cache.getQueryData(chatQueryKeys.conversation(userId))) return
  const fresh = await fetchConversation(userId)
  cache.setQueryData<ConversationView>(chatQueryKeys.conversation(userId), fresh)
  recordLatestRev(cache, userId, fresh.rev)
  await catchUpConversation(cache, userId)
}

type MutualFollowerPages = InfiniteData<{ mutualFollowers: ({ _id: string } & Presence)[] }>

export function applyPresence(cache: QueryClient, { userId, ...presence }: ServerToClientEvents['presence']): void {
  updateConversation(cache, userId, (one) => ({ ...one, user: withPresence(one.user, presence) }))
  cache.setQueriesData<MutualFollowerPages>({ queryKey: chatQueryKeys.allMutualFollowers }, (list) => {
    const renew = (page: MutualFollowerPages['pages'][number]) => ({
      ...page,
      mutualFollowers: page.mutualFollowers.map((member) =>
        member._id === userId ? withPresence(member, presence) : member,
      ),
    })
    return list && { ...list, pages: list.pages.map(renew) }
  })
  void cache.invalidateQueries({ queryKey: [...chatQueryKeys.allConversationLists, 'online'] })
}

/** Changes messages without a `rev`: for optimistic updates. */
export function updateMessages(cache: QueryClient, userId: string, change: UpdateMessageWindow): void {
  cache.setQueryData<MessageWindow>(
    chatQueryKeys.messageWindow(userId),
    (messageWindow) => messageWindow && change(messageWindow),
  )
  updateThreads(cache, userId, (thread) => changeThreadWindow(thread, change))
}

/** A change of a conversation, in each place where it is cached. */
type ConversationChange = {
  inMessages: UpdateMessageWindow
  /** By default, `inMessages` changes the replies and the root. */
  inThread?: (thread: ThreadWindow) => ThreadWindow
  inConversation: (conversation: ConversationView) => ConversationView
}

/** Applies a change to all caches, and fetches the changes that are missing before it. */
function applyChange(cache: QueryClient, { userId, rev }: ConversationRev, change: ConversationChange): void {
  const { inMessages, inConversation } = change
  const { inThread = (thread: ThreadWindow) => changeThreadWindow(thread, inMessages) } = change
  cache.setQueryData<MessageWindow>(
    chatQueryKeys.messageWindow(userId),
    (known) => known && applyWindowChangeAtRev(known, rev, inMessages),
  )
  updateThreads(cache, userId, inThread)
  updateConversation(cache, userId, inConversation)
  recordLatestRev(cache, userId, rev)
  void catchUpConversation(cache, userId)
}

/** Applies marks for any `rev`, because marks never decrease. */
function applyMarkChange(
  cache: QueryClient,
  conversationRev: ConversationRev,
  marks: Parameters<typeof applyMarks>[1],
  inConversation: ConversationChange['inConversation'],
): void {
  updateMessages(cache, conversationRev.userId, (known) => applyMarks(known, marks))
  applyChange(cache, conversationRev, { inMessages: (known) => known, inConversation })
}

/** Changes a conversation in all caches. */
export function updateConversation(
  cache: QueryClient,
  userId: string,
  change: ConversationChange['inConversation'],
): void {
  cache.setQueryData<ConversationView>(chatQueryKeys.conversation(userId), (one) => one && change(one))
  cache.setQueriesData<ConversationPages>(
    { queryKey: chatQueryKeys.allConversationLists },
    (pages) => pages && updateInPages(pages, userId, change),
  )
}

function updateThreads(cache: QueryClient, userId: string, change: (thread: ThreadWindow) => ThreadWindow): void {
  cache.setQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads }, (thread) =>
    thread?.userId === userId ? change(thread) : thread,
  )
}

const getConversationRev = ({ sender, recipient, rev }: MessageView, currentUserId: string): ConversationRev => ({
  userId: sender._id === currentUserId ? recipient._id : sender._id,
  rev,
})
