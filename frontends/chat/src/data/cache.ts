import type { ConversationView, MessageView, Presence, SocketHeard } from '@meadow/contracts'
import type { InfiniteData, QueryClient } from '@meadow/web'
import { catchUp, isListed, refreshConversation } from './catch-up.ts'
import {
  withoutMessage as conversationWithout,
  inPages,
  withDelivered,
  withEdit,
  withNewMessage,
  withOther,
  withPresence,
  withRead,
} from './conversation-updates.ts'
import { type ConversationPages, keys, type Talk, type Thread } from './keys.ts'
import { at, withChange, withMarks, withMessage, withoutMessage, withSent } from './talk.ts'
import { withTalkChange, withThreadMessage, withThreadReply } from './thread.ts'
import { noteRev } from './told.ts'

type ChangeTalk = (talk: Talk) => Talk
type ChangeConversation = (conversation: ConversationView) => ConversationView
type Place = { userId: string; rev: number }

/** Who the other one is. */
const otherOf = ({ sender, recipient }: MessageView, me: string) => (sender._id === me ? recipient._id : sender._id)

/** Shows a message that was sent, by whichever of the two and of their devices. */
export function showMessage(cache: QueryClient, message: MessageView, me: string): void {
  const place = { userId: otherOf(message, me), rev: message.rev }
  const talk = cache.getQueryData<Talk>(keys.talk(place.userId))
  const isNext = !talk || message.rev === talk.rev + 1 // else how many are in its thread comes with what was missed
  changeTalk(cache, place, (talk) => (isNext ? withSent : withMessage)(talk, message))
  changeThreads(cache, place.userId, (thread) => (isNext ? withThreadReply : withThreadMessage)(thread, message))
  changeConversation(cache, place.userId, (one) => withNewMessage(one, message), true)
  showInLists(cache, place.userId)
  if (message.threadId) void cache.invalidateQueries({ queryKey: keys.threads(place.userId) })
  settle(cache, place)
}

/** Somebody wrote: whoever is not in the list of all comes to its front; which others they are in is for the server to say. */
function showInLists(cache: QueryClient, userId: string): void {
  const all = cache.getQueryData<ConversationPages>(keys.list({}))
  if (all && !isListed(all, userId)) void refreshConversation(cache, userId, true).catch(() => undefined)
  const isFiltered = (key: readonly unknown[]) => JSON.stringify(key) !== JSON.stringify(keys.list({}))
  void cache.invalidateQueries({ queryKey: keys.lists, predicate: ({ queryKey }) => isFiltered(queryKey) })
}

/** Shows a message with another text. */
export function showEdit(cache: QueryClient, message: MessageView, me: string): void {
  const place = { userId: otherOf(message, me), rev: message.rev }
  changeTalk(cache, place, (talk) => withMessage(talk, message))
  changeThreads(cache, place.userId, (thread) => withThreadMessage(thread, message))
  changeConversation(cache, place.userId, (one) => withEdit(one, message))
  settle(cache, place)
}

export function showReactions(cache: QueryClient, told: SocketHeard['messageReaction']): void {
  const change: ChangeTalk = (talk) => withChange(talk, told, (message) => ({ ...message, reactions: told.reactions }))
  changeTalk(cache, told, change)
  changeThreads(cache, told.userId, (thread) => withTalkChange(thread, change))
  changeConversation(cache, told.userId, (one) => withOther(one, told.rev))
  settle(cache, told)
}

export function showDeletion(cache: QueryClient, told: SocketHeard['messageDeleted'], time: string): void {
  const change: ChangeTalk = (talk) => withoutMessage(talk, told, time)
  changeTalk(cache, told, change)
  changeThreads(cache, told.userId, (thread) => withTalkChange(thread, change))
  changeConversation(cache, told.userId, (one) => conversationWithout(one, told, time))
  settle(cache, told)
}

export function showRead(cache: QueryClient, told: SocketHeard['messageRead']): void {
  const { userId, readerId, upToSeq } = told
  const isByOther = readerId === userId
  mark(cache, told, isByOther ? { readUpTo: upToSeq, deliveredUpTo: upToSeq } : { ownReadUpTo: upToSeq })
  changeConversation(cache, userId, (one) => withRead(one, told))
  settle(cache, told)
}

export function showDelivered(cache: QueryClient, told: SocketHeard['messageDelivered']): void {
  mark(cache, told, told.receiverId === told.userId ? { deliveredUpTo: told.upToSeq } : {})
  changeConversation(cache, told.userId, (one) => withDelivered(one, told))
  settle(cache, told)
}

type MutualPages = InfiniteData<{ mutualFollowers: ({ _id: string } & Presence)[] }>

export function showPresence(cache: QueryClient, { userId, ...presence }: SocketHeard['presence']): void {
  changeConversation(cache, userId, (one) => ({ ...one, user: withPresence(one.user, presence) }))
  cache.setQueriesData<MutualPages>({ queryKey: keys.everyMutual }, (list) => {
    const renew = (page: MutualPages['pages'][number]) => ({
      ...page,
      mutualFollowers: page.mutualFollowers.map((who) => (who._id === userId ? withPresence(who, presence) : who)),
    })
    return list && { ...list, pages: list.pages.map(renew) }
  })
  void cache.invalidateQueries({ queryKey: [...keys.lists, 'online'] })
}

/** Changes a conversation wherever it is shown; `toFront` where it moves before all others. */
function changeConversation(cache: QueryClient, userId: string, change: ChangeConversation, toFront = false): void {
  cache.setQueryData<ConversationView>(keys.conversation(userId), (one) => one && change(one))
  cache.setQueriesData<ConversationPages>(
    { queryKey: keys.lists },
    (pages) => pages && inPages(pages, userId, change, toFront),
  )
}

/** Changes the messages with somebody as long as that is not told by a `rev`: what the member just did. */
export function changeMessages(cache: QueryClient, userId: string, change: ChangeTalk): void {
  cache.setQueryData<Talk>(keys.talk(userId), (talk) => talk && change(talk))
  changeThreads(cache, userId, (thread) => withTalkChange(thread, change))
}

function changeTalk(cache: QueryClient, { userId, rev }: Place, change: ChangeTalk): void {
  cache.setQueryData<Talk>(keys.talk(userId), (talk) => talk && at(talk, rev, change))
}

function changeThreads(cache: QueryClient, userId: string, change: (thread: Thread) => Thread): void {
  cache.setQueriesData<Thread>({ queryKey: keys.everyThread }, (thread) =>
    thread?.userId === userId ? change(thread) : thread,
  )
}

/** Marks only move forward, so that they are taken whatever `rev` says. */
function mark(cache: QueryClient, { userId, rev }: Place, marks: Parameters<typeof withMarks>[1]): void {
  cache.setQueryData<Talk>(keys.talk(userId), (talk) => talk && at(withMarks(talk, marks), rev, (same) => same))
  changeThreads(cache, userId, (thread) => withTalkChange(thread, (talk) => withMarks(talk, marks)))
}

function settle(cache: QueryClient, { userId, rev }: Place): void {
  noteRev(cache, userId, rev)
  void catchUp(cache, userId)
}
