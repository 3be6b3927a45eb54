import type { ConversationView, MessageView, Presence, ServerToClientEvents } from '@meadow/contracts'
import type { InfiniteData, QueryClient } from '@meadow/web'
import {
  updateInPages,
  withDeletedMessage,
  withDeliveredMark,
  withEditedMessage,
  withNewMessage,
  withPresence,
  withReadMark,
  withRev,
} from '../conversations/conversation-updates.ts'
import {
  applyMarks,
  applyMessage,
  applySentMessage,
  applyWindowChangeAtRev,
  changeMessageAtRev,
  deleteMessageAtRev,
  type MessageWindow,
} from '../messages/message-window.ts'
import { type ConversationPages, chatQueryKeys } from '../query-keys.ts'
import {
  applySentThreadMessage,
  applyThreadMessage,
  changeThreadWindow,
  type ThreadWindow,
} from '../threads/thread-window.ts'
import { catchUpConversation, isConversationListed, recordLatestRev, refreshConversation } from './catch-up.ts'

type UpdateMessageWindow = (messageWindow: MessageWindow) => MessageWindow
type UpdateConversation = (conversation: ConversationView) => ConversationView
type ConversationRev = { userId: string; rev: number }

const getOtherMemberId = ({ sender, recipient }: MessageView, currentUserId: string) =>
  sender._id === currentUserId ? recipient._id : sender._id

/** Applies a new message of either member, from any device, to all caches. */
export function applyNewMessage(cache: QueryClient, message: MessageView, currentUserId: string): void {
  const conversationRev = { userId: getOtherMemberId(message, currentUserId), rev: message.rev }
  const messageWindow = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(conversationRev.userId))
  const isNext = !messageWindow || message.rev === messageWindow.rev + 1 // otherwise the missed changes bring the reply count
  updateMessageWindow(cache, conversationRev, (messageWindow) =>
    (isNext ? applySentMessage : applyMessage)(messageWindow, message),
  )
  updateThreads(cache, conversationRev.userId, (thread) =>
    (isNext ? applySentThreadMessage : applyThreadMessage)(thread, message),
  )
  updateConversation(cache, conversationRev.userId, (one) => withNewMessage(one, message), true)
  refreshConversationLists(cache, conversationRev.userId)
  if (message.threadId) void cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(conversationRev.userId) })
  recordRevAndCatchUp(cache, conversationRev)
}

/** Adds an unlisted conversation to the unfiltered list, and refetches the filtered lists, because the server applies the filter. */
function refreshConversationLists(cache: QueryClient, userId: string): void {
  const all = cache.getQueryData<ConversationPages>(chatQueryKeys.conversationList({}))
  if (all && !isConversationListed(all, userId)) void refreshConversation(cache, userId, true).catch(() => undefined)
  const isFiltered = (key: readonly unknown[]) =>
    JSON.stringify(key) !== JSON.stringify(chatQueryKeys.conversationList({}))
  void cache.invalidateQueries({
    queryKey: chatQueryKeys.allConversationLists,
    predicate: ({ queryKey }) => isFiltered(queryKey),
  })
}

export function applyEditedMessage(cache: QueryClient, message: MessageView, currentUserId: string): void {
  const conversationRev = { userId: getOtherMemberId(message, currentUserId), rev: message.rev }
  updateMessageWindow(cache, conversationRev, (messageWindow) => applyMessage(messageWindow, message))
  updateThreads(cache, conversationRev.userId, (thread) => applyThreadMessage(thread, message))
  updateConversation(cache, conversationRev.userId, (one) => withEditedMessage(one, message))
  recordRevAndCatchUp(cache, conversationRev)
}

export function applyReactions(cache: QueryClient, push: ServerToClientEvents['messageReaction']): void {
  const change: UpdateMessageWindow = (messageWindow) =>
    changeMessageAtRev(messageWindow, push, (message) => ({ ...message, reactions: push.reactions }))
  updateMessageWindow(cache, push, change)
  updateThreads(cache, push.userId, (thread) => changeThreadWindow(thread, change))
  updateConversation(cache, push.userId, (one) => withRev(one, push.rev))
  recordRevAndCatchUp(cache, push)
}

export function applyDeletion(cache: QueryClient, push: ServerToClientEvents['messageDeleted'], time: string): void {
  const change: UpdateMessageWindow = (messageWindow) => deleteMessageAtRev(messageWindow, push, time)
  updateMessageWindow(cache, push, change)
  updateThreads(cache, push.userId, (thread) => changeThreadWindow(thread, change))
  updateConversation(cache, push.userId, (one) => withDeletedMessage(one, push, time))
  recordRevAndCatchUp(cache, push)
}

export function applyReadMark(cache: QueryClient, push: ServerToClientEvents['messageRead']): void {
  const { userId, readerId, upToSeq } = push
  const isByOther = readerId === userId
  updateMarks(cache, push, isByOther ? { readUpTo: upToSeq, deliveredUpTo: upToSeq } : { ownReadUpTo: upToSeq })
  updateConversation(cache, userId, (one) => withReadMark(one, push))
  recordRevAndCatchUp(cache, push)
}

export function applyDeliveredMark(cache: QueryClient, push: ServerToClientEvents['messageDelivered']): void {
  updateMarks(cache, push, push.receiverId === push.userId ? { deliveredUpTo: push.upToSeq } : {})
  updateConversation(cache, push.userId, (one) => withDeliveredMark(one, push))
  recordRevAndCatchUp(cache, push)
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

/** Changes a conversation in all caches. With `toFront` it moves to the first position of the lists. */
function updateConversation(cache: QueryClient, userId: string, change: UpdateConversation, toFront = false): void {
  cache.setQueryData<ConversationView>(chatQueryKeys.conversation(userId), (one) => one && change(one))
  cache.setQueriesData<ConversationPages>(
    { queryKey: chatQueryKeys.allConversationLists },
    (pages) => pages && updateInPages(pages, userId, change, toFront),
  )
}

/** Changes messages without a `rev`: for optimistic updates. */
export function updateMessages(cache: QueryClient, userId: string, change: UpdateMessageWindow): void {
  cache.setQueryData<MessageWindow>(
    chatQueryKeys.messageWindow(userId),
    (messageWindow) => messageWindow && change(messageWindow),
  )
  updateThreads(cache, userId, (thread) => changeThreadWindow(thread, change))
}

function updateMessageWindow(cache: QueryClient, { userId, rev }: ConversationRev, change: UpdateMessageWindow): void {
  cache.setQueryData<MessageWindow>(
    chatQueryKeys.messageWindow(userId),
    (messageWindow) => messageWindow && applyWindowChangeAtRev(messageWindow, rev, change),
  )
}

function updateThreads(cache: QueryClient, userId: string, change: (thread: ThreadWindow) => ThreadWindow): void {
  cache.setQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads }, (thread) =>
    thread?.userId === userId ? change(thread) : thread,
  )
}

/** Applies marks for any `rev`, because marks never decrease. */
function updateMarks(
  cache: QueryClient,
  { userId, rev }: ConversationRev,
  marks: Parameters<typeof applyMarks>[1],
): void {
  cache.setQueryData<MessageWindow>(
    chatQueryKeys.messageWindow(userId),
    (messageWindow) => messageWindow && applyWindowChangeAtRev(applyMarks(messageWindow, marks), rev, (same) => same),
  )
  updateThreads(cache, userId, (thread) =>
    changeThreadWindow(thread, (messageWindow) => applyMarks(messageWindow, marks)),
  )
}

function recordRevAndCatchUp(cache: QueryClient, { userId, rev }: ConversationRev): void {
  recordLatestRev(cache, userId, rev)
  void catchUpConversation(cache, userId)
}
