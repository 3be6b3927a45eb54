import type { ConversationView } from '@meadow/contracts'
import { api, type QueryClient } from '@meadow/web'
import { moveToFront, updateInPages } from '../conversations/conversation-updates.ts'
import { fetchConversation } from '../conversations/fetch-conversation.ts'
import { applyChanges, applyMarks, type MessageWindow } from '../messages/message-window.ts'
import { type ConversationPages, chatQueryKeys } from '../query-keys.ts'
import { applyThreadMessage, changeThreadWindow, type ThreadWindow } from '../threads/thread-window.ts'

/** After more pages of changes than this, the newest messages are loaded instead. */
const MAX_CHANGE_PAGES = 10
/** Pushes may arrive during the requests; this limits the repetitions. */
const MAX_ROUNDS = 5

const pendingCatchUps = new WeakMap<QueryClient, Set<string>>()

/** Fetches the changes of a conversation if the cache is behind its latest `rev`. Ignores failures: the next push repeats it. */
export async function catchUpConversation(cache: QueryClient, userId: string): Promise<void> {
  const busy = pendingCatchUps.get(cache) ?? new Set()
  pendingCatchUps.set(cache, busy)
  if (busy.has(userId)) return // the running call checks again at its end
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
    const messageWindow = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))
    if (!messageWindow || messageWindow.rev >= getLatestRev(cache, userId)) return
    const response = await api('GET /messages/:userId/changes', {
      params: { userId },
      query: { since: String(messageWindow.rev) },
    })
    cache.setQueryData<MessageWindow>(
      chatQueryKeys.messageWindow(userId),
      (known) => known && applyChanges(known, response),
    )
    const changed = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId)) ?? messageWindow
    cache.setQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads }, (thread) =>
      thread?.userId === userId
        ? changeThreadWindow(response.messages.reduce(applyThreadMessage, thread), (messageWindow) =>
            applyMarks(messageWindow, changed),
          )
        : thread,
    )
    if (!response.hasMore)
      cache.setQueryData<number>(chatQueryKeys.latestRev(userId), (latest = 0) =>
        latest > messageWindow.rev ? response.rev : latest,
      )
  }
  await cache.resetQueries({ queryKey: chatQueryKeys.messageWindow(userId) })
}

/** Returns true if any cached copy of the conversation is older than the latest recorded `rev`. */
function isConversationBehind(cache: QueryClient, userId: string): boolean {
  const latestRev = getLatestRev(cache, userId)
  const one = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
  const listed = cache
    .getQueriesData<ConversationPages>({ queryKey: chatQueryKeys.allConversationLists })
    .flatMap(([, pages]) => pages?.pages.flatMap(({ conversations }) => conversations) ?? [])
    .filter(({ _id }) => _id === userId)
  const messageWindow = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))
  return [...listed, ...(one ? [one] : []), ...(messageWindow ? [messageWindow] : [])].some(
    ({ rev }) => rev < latestRev,
  )
}

/** Fetches a conversation and updates all cached copies. With `toFront` it also moves to the first position. @throws ApiError */
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

/** Records that a conversation has reached `rev`. */
export const recordLatestRev = (cache: QueryClient, userId: string, rev: number): void =>
  void cache.setQueryData<number>(chatQueryKeys.latestRev(userId), (known = 0) => Math.max(known, rev))

/** Returns the highest recorded `rev` of a conversation; 0 if none is known. */
export const getLatestRev = (cache: QueryClient, userId: string): number =>
  cache.getQueryData<number>(chatQueryKeys.latestRev(userId)) ?? 0
