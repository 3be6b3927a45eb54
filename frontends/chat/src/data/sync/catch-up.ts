import type { ConversationMarksView, ConversationView } from '@meadow/contracts/browser'
import { api, type QueryClient, useQueryClient, useSession, useSocketResync, waitForPageIdle } from '@meadow/web'
import { useEffect } from 'react'
import { removeClearedMessages } from '../conversations/cleared-history.ts'
import { getMarks } from '../conversations/conversation-marks.ts'
import { insertInPages, updateInPages, withMarks } from '../conversations/conversation-updates.ts'
import { removeFilesOfMessages } from '../messages/cached-files.ts'
import { applyChanges, applyMarks, type MessageWindow } from '../messages/message-window.ts'
import { type ConversationPages, chatQueryKeys } from '../query-keys.ts'
import { applyThreadMessage, changeThreadWindow, type ThreadWindow } from '../threads/thread-window.ts'

const MAX_SYNC_PAGES = 20
/** After more pages of changes than this, the newest messages are loaded instead. */
const MAX_CHANGE_PAGES = 10
/** Pushes may arrive during the requests; this limits the repetitions. */
const MAX_ROUNDS = 5

const pendingCatchUps = new WeakMap<QueryClient, Set<string>>()

/**
 * Fetches what changed while no pushes arrived: before the chat was mounted, and after each reconnect. The first time it waits
 * until the page is idle, because the screen is fresh. Mounted once.
 */
export function useChatCatchUp(): void {
  const cache = useQueryClient()
  const currentUserId = useSession().user?._id
  useEffect(() => {
    if (!currentUserId) return
    if (hasSynced(cache)) return void syncConversations(cache)
    const abortController = new AbortController()
    void waitForPageIdle(abortController.signal).then(() => {
      if (!abortController.signal.aborted && !hasSynced(cache)) void syncConversations(cache)
    })
    return () => abortController.abort()
  }, [cache, currentUserId])
  useSocketResync(({ awayMs }) => {
    void syncConversations(cache)
    if (awayMs === 0) return
    // presence pushes were missed meanwhile
    void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
    void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversations })
  })
}

const hasSynced = (cache: QueryClient): boolean => cache.getQueryData(chatQueryKeys.syncCursor) !== undefined

/** Fetches which conversations have changed since the last call, and then their changes. Ignores failures. */
export async function syncConversations(cache: QueryClient): Promise<void> {
  const isFirst = !hasSynced(cache) // then the response names all, also those of later pages of the list
  try {
    for (let page = 0; page < MAX_SYNC_PAGES; page += 1) {
      const since = cache.getQueryData<string>(chatQueryKeys.syncCursor)
      const { conversations, hasMore, next } = await api('GET /messages/sync', { query: { since } })
      cache.setQueryData(chatQueryKeys.syncCursor, next)
      for (const { userId, rev, marks } of conversations) {
        recordLatestRev(cache, userId, rev)
        if (marks) updateMarks(cache, userId, marks)
      }
      const list = cache.getQueryData<ConversationPages>(chatQueryKeys.conversationList({}))
      const unlisted = conversations.filter(({ userId }) => list && !isConversationListed(list, userId))
      const isNew = unlisted.some(({ unreadCount }) => !isFirst || unreadCount > 0)
      if (isNew) void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
      await Promise.all(conversations.map(({ userId }) => catchUpConversation(cache, userId)))
      if (!hasMore) return
    }
  } catch {
    return // the next call repeats it
  }
}

/** Applies the marks that other devices have set before this page was connected. Fetches lists again if the conversation moves. */
function updateMarks(cache: QueryClient, userId: string, marks: ConversationMarksView): void {
  let isMoved = false
  const change = (conversation: ConversationView): ConversationView => {
    const known = getMarks(conversation)
    isMoved ||=
      known.archived !== marks.archived || known.pinnedAt !== marks.pinnedAt || known.isUnread !== marks.isUnread
    return withMarks(conversation, marks)
  }
  cache.setQueryData<ConversationView>(chatQueryKeys.conversation(userId), (one) => one && change(one))
  cache.setQueriesData<ConversationPages>(
    { queryKey: chatQueryKeys.allConversationLists },
    (pages) => pages && updateInPages(pages, userId, change),
  )
  removeClearedMessages(cache, userId, marks)
  if (isMoved) void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
}

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
    const gone = response.messages.filter(({ deletedAt, isHidden }) => deletedAt || isHidden)
    removeFilesOfMessages(
      cache,
      userId,
      gone.map(({ _id }) => _id),
    )
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
    void cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(userId) })
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
  const messageWindow = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))
  return [...listCachedCopies(cache, userId), ...(messageWindow ? [messageWindow] : [])].some(
    ({ rev }) => rev < latestRev,
  )
}

/** Returns each copy of a conversation in the cache: its own, and those in lists. */
export function listCachedCopies(cache: QueryClient, userId: string): ConversationView[] {
  const one = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
  const listed = cache
    .getQueriesData<ConversationPages>({ queryKey: chatQueryKeys.allConversationLists })
    .flatMap(([, pages]) => pages?.pages.flatMap(({ conversations }) => conversations) ?? [])
    .filter(({ _id }) => _id === userId)
  return [...(one ? [one] : []), ...listed]
}

/** Fetches a conversation, updates all cached copies, and adds it to the unfiltered list. @throws ApiError */
export async function refreshConversation(cache: QueryClient, userId: string): Promise<void> {
  const fresh = await fetchConversation(userId)
  const newer = (one: ConversationView) => (one.rev > fresh.rev ? one : fresh)
  cache.setQueryData<ConversationView>(chatQueryKeys.conversation(userId), (one) => (one ? newer(one) : fresh))
  cache.setQueriesData<ConversationPages>(
    { queryKey: chatQueryKeys.allConversationLists },
    (pages) => pages && updateInPages(pages, userId, newer),
  )
  listConversation(cache, fresh)
}

const listConversation = (cache: QueryClient, conversation: ConversationView): void =>
  void cache.setQueryData<ConversationPages>(chatQueryKeys.conversationList({}), (pages) =>
    pages &&
    !getMarks(conversation).archived &&
    conversation.request !== 'received' &&
    !isConversationListed(pages, conversation._id)
      ? insertInPages(pages, conversation)
      : pages,
  )

/** Records that a message was pushed: a list that is being fetched may lack it. */
export const recordPushedConversation = (cache: QueryClient, userId: string): void =>
  void cache.setQueryData<string[]>(chatQueryKeys.pushedConversations, (known = []) => [
    ...known.filter((id) => id !== userId),
    userId,
  ])

/** Adds the conversations to the unfiltered list whose messages were pushed while an older response was on its way. */
export function listPushedConversations(cache: QueryClient): void {
  const pages = cache.getQueryData<ConversationPages>(chatQueryKeys.conversationList({}))
  for (const userId of cache.getQueryData<string[]>(chatQueryKeys.pushedConversations) ?? []) {
    if (!pages || isConversationListed(pages, userId)) continue
    const known = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
    if (known && known.rev >= getLatestRev(cache, userId)) listConversation(cache, known)
    else void refreshConversation(cache, userId).catch(() => undefined)
  }
}

/** Fetches the conversation with a member. @throws ApiError */
export async function fetchConversation(userId: string, signal?: AbortSignal): Promise<ConversationView> {
  const { conversation } = await api('GET /messages/conversations/:userId', {
    params: { userId },
    ...(signal && { signal }),
  })
  return conversation
}

export const isConversationListed = (pages: ConversationPages, userId: string): boolean =>
  pages.pages.some(({ conversations }) => conversations.some(({ _id }) => _id === userId))

/** Records that a conversation has reached `rev`. */
export const recordLatestRev = (cache: QueryClient, userId: string, rev: number): void =>
  void cache.setQueryData<number>(chatQueryKeys.latestRev(userId), (known = 0) => Math.max(known, rev))

/** Returns the highest recorded `rev` of a conversation; 0 if none is known. */
export const getLatestRev = (cache: QueryClient, userId: string): number =>
  cache.getQueryData<number>(chatQueryKeys.latestRev(userId)) ?? 0
