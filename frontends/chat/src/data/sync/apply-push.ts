import type { ConversationView, MessageView, Presence, ServerToClientEvents } from '@meadow/contracts'
import type { InfiniteData, QueryClient } from '@meadow/web'
import {
  withDeletedMessage as conversationWithout,
  updateInPages,
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
import { catchUpConversation, isConversationListed, refreshConversation } from './catch-up.ts'
import { recordLatestRev } from './latest-rev.ts'

type UpdateMessageWindow = (talk: MessageWindow) => MessageWindow
type UpdateConversation = (conversation: ConversationView) => ConversationView
type ConversationRev = { userId: string; rev: number }

/** Who the other one is. */
const getOtherMemberId = ({ sender, recipient }: MessageView, me: string) =>
  sender._id === me ? recipient._id : sender._id

/** Shows a message that was sent, by whichever of the two and of their devices. */
export function applyNewMessage(cache: QueryClient, message: MessageView, me: string): void {
  const place = { userId: getOtherMemberId(message, me), rev: message.rev }
  const talk = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(place.userId))
  const isNext = !talk || message.rev === talk.rev + 1 // else how many are in its thread comes with what was missed
  updateMessageWindow(cache, place, (talk) => (isNext ? applySentMessage : applyMessage)(talk, message))
  updateThreads(cache, place.userId, (thread) =>
    (isNext ? applySentThreadMessage : applyThreadMessage)(thread, message),
  )
  updateConversation(cache, place.userId, (one) => withNewMessage(one, message), true)
  refreshConversationLists(cache, place.userId)
  if (message.threadId) void cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(place.userId) })
  recordRevAndCatchUp(cache, place)
}

/** Somebody wrote: whoever is not in the list of all comes to its front; which others they are in is for the server to say. */
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

/** Shows a message with another text. */
export function applyEditedMessage(cache: QueryClient, message: MessageView, me: string): void {
  const place = { userId: getOtherMemberId(message, me), rev: message.rev }
  updateMessageWindow(cache, place, (talk) => applyMessage(talk, message))
  updateThreads(cache, place.userId, (thread) => applyThreadMessage(thread, message))
  updateConversation(cache, place.userId, (one) => withEditedMessage(one, message))
  recordRevAndCatchUp(cache, place)
}

export function applyReactions(cache: QueryClient, told: ServerToClientEvents['messageReaction']): void {
  const change: UpdateMessageWindow = (talk) =>
    changeMessageAtRev(talk, told, (message) => ({ ...message, reactions: told.reactions }))
  updateMessageWindow(cache, told, change)
  updateThreads(cache, told.userId, (thread) => changeThreadWindow(thread, change))
  updateConversation(cache, told.userId, (one) => withRev(one, told.rev))
  recordRevAndCatchUp(cache, told)
}

export function applyDeletion(cache: QueryClient, told: ServerToClientEvents['messageDeleted'], time: string): void {
  const change: UpdateMessageWindow = (talk) => deleteMessageAtRev(talk, told, time)
  updateMessageWindow(cache, told, change)
  updateThreads(cache, told.userId, (thread) => changeThreadWindow(thread, change))
  updateConversation(cache, told.userId, (one) => conversationWithout(one, told, time))
  recordRevAndCatchUp(cache, told)
}

export function applyReadMark(cache: QueryClient, told: ServerToClientEvents['messageRead']): void {
  const { userId, readerId, upToSeq } = told
  const isByOther = readerId === userId
  updateMarks(cache, told, isByOther ? { readUpTo: upToSeq, deliveredUpTo: upToSeq } : { ownReadUpTo: upToSeq })
  updateConversation(cache, userId, (one) => withReadMark(one, told))
  recordRevAndCatchUp(cache, told)
}

export function applyDeliveredMark(cache: QueryClient, told: ServerToClientEvents['messageDelivered']): void {
  updateMarks(cache, told, told.receiverId === told.userId ? { deliveredUpTo: told.upToSeq } : {})
  updateConversation(cache, told.userId, (one) => withDeliveredMark(one, told))
  recordRevAndCatchUp(cache, told)
}

type MutualFollowerPages = InfiniteData<{ mutualFollowers: ({ _id: string } & Presence)[] }>

export function applyPresence(cache: QueryClient, { userId, ...presence }: ServerToClientEvents['presence']): void {
  updateConversation(cache, userId, (one) => ({ ...one, user: withPresence(one.user, presence) }))
  cache.setQueriesData<MutualFollowerPages>({ queryKey: chatQueryKeys.allMutualFollowers }, (list) => {
    const renew = (page: MutualFollowerPages['pages'][number]) => ({
      ...page,
      mutualFollowers: page.mutualFollowers.map((who) => (who._id === userId ? withPresence(who, presence) : who)),
    })
    return list && { ...list, pages: list.pages.map(renew) }
  })
  void cache.invalidateQueries({ queryKey: [...chatQueryKeys.allConversationLists, 'online'] })
}

/** Changes a conversation wherever it is shown; `toFront` where it moves before all others. */
function updateConversation(cache: QueryClient, userId: string, change: UpdateConversation, toFront = false): void {
  cache.setQueryData<ConversationView>(chatQueryKeys.conversation(userId), (one) => one && change(one))
  cache.setQueriesData<ConversationPages>(
    { queryKey: chatQueryKeys.allConversationLists },
    (pages) => pages && updateInPages(pages, userId, change, toFront),
  )
}

/** Changes the messages with somebody as long as that is not told by a `rev`: what the member just did. */
export function updateMessages(cache: QueryClient, userId: string, change: UpdateMessageWindow): void {
  cache.setQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId), (talk) => talk && change(talk))
  updateThreads(cache, userId, (thread) => changeThreadWindow(thread, change))
}

function updateMessageWindow(cache: QueryClient, { userId, rev }: ConversationRev, change: UpdateMessageWindow): void {
  cache.setQueryData<MessageWindow>(
    chatQueryKeys.messageWindow(userId),
    (talk) => talk && applyWindowChangeAtRev(talk, rev, change),
  )
}

function updateThreads(cache: QueryClient, userId: string, change: (thread: ThreadWindow) => ThreadWindow): void {
  cache.setQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads }, (thread) =>
    thread?.userId === userId ? change(thread) : thread,
  )
}

/** Marks only move forward, so that they are taken whatever `rev` says. */
function updateMarks(
  cache: QueryClient,
  { userId, rev }: ConversationRev,
  marks: Parameters<typeof applyMarks>[1],
): void {
  cache.setQueryData<MessageWindow>(
    chatQueryKeys.messageWindow(userId),
    (talk) => talk && applyWindowChangeAtRev(applyMarks(talk, marks), rev, (same) => same),
  )
  updateThreads(cache, userId, (thread) => changeThreadWindow(thread, (talk) => applyMarks(talk, marks)))
}

function recordRevAndCatchUp(cache: QueryClient, { userId, rev }: ConversationRev): void {
  recordLatestRev(cache, userId, rev)
  void catchUpConversation(cache, userId)
}
