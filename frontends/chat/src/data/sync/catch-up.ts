import type { ConversationView } from '@meadow/contracts'
import { api, type QueryClient } from '@meadow/web'
import { moveToFront, updateInPages } from '../conversations/conversation-updates.ts'
import { fetchConversation } from '../conversations/fetch-conversation.ts'
import { applyChanges, applyMarks, type MessageWindow } from '../messages/message-window.ts'
import { type ConversationPages, chatQueryKeys } from '../query-keys.ts'
import { applyThreadMessage, changeThreadWindow, type ThreadWindow } from '../threads/thread-window.ts'
import { getLatestRev } from './latest-rev.ts'

/** So many pages of changes are read; whoever has missed more loads the newest messages anew. */
const MAX_CHANGE_PAGES = 10
/** More may be told while it is asked. */
const MAX_ROUNDS = 5

const pendingCatchUps = new WeakMap<QueryClient, Set<string>>()

/** Asks what changed with somebody where less is known than was told. A failure is silent: the next message asks again. */
export async function catchUpConversation(cache: QueryClient, userId: string): Promise<void> {
  const busy = pendingCatchUps.get(cache) ?? new Set()
  pendingCatchUps.set(cache, busy)
  if (busy.has(userId)) return // it looks again when it is done
  busy.add(userId)
  try {
    for (let round = 0; round < MAX_ROUNDS && isConversationBehind(cache, userId); round += 1) {
      await catchUpMessageWindow(cache, userId)
      if (isConversationBehind(cache, userId)) await refreshConversation(cache, userId)
    }
  } catch {
    return
  } finally {
    busy.delete(userId)
  }
}

async function catchUpMessageWindow(cache: QueryClient, userId: string): Promise<void> {
  for (let page = 0; page < MAX_CHANGE_PAGES; page += 1) {
    const talk = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))
    if (!talk || talk.rev >= getLatestRev(cache, userId)) return
    const answer = await api('GET /messages/:userId/changes', {
      params: { userId },
      query: { since: String(talk.rev) },
    })
    cache.setQueryData<MessageWindow>(
      chatQueryKeys.messageWindow(userId),
      (known) => known && applyChanges(known, answer),
    )
    const changed = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId)) ?? talk
    cache.setQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads }, (thread) =>
      thread?.userId === userId
        ? changeThreadWindow(answer.messages.reduce(applyThreadMessage, thread), (talk) => applyMarks(talk, changed))
        : thread,
    )
    if (!answer.hasMore)
      cache.setQueryData<number>(chatQueryKeys.latestRev(userId), (told = 0) => (told > talk.rev ? answer.rev : told))
  }
  await cache.resetQueries({ queryKey: chatQueryKeys.messageWindow(userId) })
}

/** Whether anything is shown of the conversation as it was before the last that was told. */
function isConversationBehind(cache: QueryClient, userId: string): boolean {
  const told = getLatestRev(cache, userId)
  const one = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
  const listed = cache
    .getQueriesData<ConversationPages>({ queryKey: chatQueryKeys.allConversationLists })
    .flatMap(([, pages]) => pages?.pages.flatMap(({ conversations }) => conversations) ?? [])
    .filter(({ _id }) => _id === userId)
  const talk = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))
  return [...listed, ...(one ? [one] : []), ...(talk ? [talk] : [])].some(({ rev }) => rev < told)
}

/** Asks for a conversation, and shows it wherever it is; `toFront` of the list of all where somebody just wrote. */
export async function refreshConversation(cache: QueryClient, userId: string, toFront = false): Promise<void> {
  const fresh = await fetchConversation(userId)
  const newer = (one: ConversationView) => (one.rev > fresh.rev ? one : fresh)
  cache.setQueryData<ConversationView>(chatQueryKeys.conversation(userId), (one) => (one ? newer(one) : fresh))
  cache.setQueriesData<ConversationPages>(
    { queryKey: chatQueryKeys.allConversationLists },
    (pages) => pages && updateInPages(pages, userId, newer, toFront),
  )
  if (!toFront) return
  cache.setQueryData<ConversationPages>(chatQueryKeys.conversationList({}), (pages) =>
    pages && !isConversationListed(pages, userId) ? moveToFront(pages, fresh) : pages,
  )
}

export const isConversationListed = (pages: ConversationPages, userId: string): boolean =>
  pages.pages.some(({ conversations }) => conversations.some(({ _id }) => _id === userId))
