import { api, type QueryClient } from '@meadow/web'
import { catchUp, isListed } from './catch-up.ts'
import { type ConversationPages, keys } from './keys.ts'
import { noteRev } from './told.ts'

const PAGES_MOST = 20

/** Asks which conversations moved since the last time, and then only those what changed. A failure is silent. */
export async function sync(cache: QueryClient): Promise<void> {
  const isFirst = cache.getQueryData(keys.moved) === undefined // then all are named, and the lists are fresh
  try {
    for (let page = 0; page < PAGES_MOST; page += 1) {
      const since = cache.getQueryData<string>(keys.moved)
      const { conversations, hasMore, next } = await api('GET /messages/sync', { query: { since } })
      cache.setQueryData(keys.moved, next)
      for (const { userId, rev } of conversations) noteRev(cache, userId, rev)
      const list = cache.getQueryData<ConversationPages>(keys.list({}))
      const isNew = conversations.some(({ userId }) => list && !isListed(list, userId))
      if (isNew && !isFirst) void cache.invalidateQueries({ queryKey: keys.lists })
      await Promise.all(conversations.map(({ userId }) => catchUp(cache, userId)))
      if (!hasMore) return
    }
  } catch {
    return // the next time, then
  }
}
