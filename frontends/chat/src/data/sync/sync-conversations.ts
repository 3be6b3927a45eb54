import { api, type QueryClient } from '@meadow/web'
import { type ConversationPages, chatQueryKeys } from '../query-keys.ts'
import { catchUpConversation, isConversationListed, recordLatestRev } from './catch-up.ts'

const MAX_SYNC_PAGES = 20

/** Fetches which conversations have changed since the last call, and then their changes. Ignores failures. */
export async function syncConversations(cache: QueryClient): Promise<void> {
  const isFirst = cache.getQueryData(chatQueryKeys.syncCursor) === undefined // then the response names all, and the lists are fresh
  try {
    for (let page = 0; page < MAX_SYNC_PAGES; page += 1) {
      const since = cache.getQueryData<string>(chatQueryKeys.syncCursor)
      const { conversations, hasMore, next } = await api('GET /messages/sync', { query: { since } })
      cache.setQueryData(chatQueryKeys.syncCursor, next)
      for (const { userId, rev } of conversations) recordLatestRev(cache, userId, rev)
      const list = cache.getQueryData<ConversationPages>(chatQueryKeys.conversationList({}))
      const isNew = conversations.some(({ userId }) => list && !isConversationListed(list, userId))
      if (isNew && !isFirst) void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
      await Promise.all(conversations.map(({ userId }) => catchUpConversation(cache, userId)))
      if (!hasMore) return
    }
  } catch {
    return // the next call repeats it
  }
}
