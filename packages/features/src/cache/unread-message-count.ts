import type { QueryClient } from '@meadow/web'
import { queryKeys } from './query-keys.ts'

/** Unread messages of all conversations. `changeSeq` orders two values: the higher one is newer. */
export type UnreadMessageCount = { count: number; changeSeq: number }

/** Returns the newer of two counts. Responses and pushes may arrive out of order. */
export const pickNewerUnreadCount = (
  known: UnreadMessageCount | undefined,
  received: UnreadMessageCount,
): UnreadMessageCount => (known && known.changeSeq > received.changeSeq ? known : received)

/** Writes a received count into the cache, unless the cached one is newer. */
export const cacheUnreadMessageCount = (cache: QueryClient, received: UnreadMessageCount): void =>
  void cache.setQueryData<UnreadMessageCount>(queryKeys.unreadMessageCount, (known) =>
    pickNewerUnreadCount(known, received),
  )
