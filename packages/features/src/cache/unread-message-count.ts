import type { QueryClient } from '@meadow/web'
import { queryKeys } from './query-keys.ts'

/** How many messages are unread in all, after so many changes of what the member has. */
export type UnreadMessageCount = { count: number; changeSeq: number }

/** The later of two: answers and messages of the server may overtake each other. */
export const pickNewerUnreadCount = (
  known: UnreadMessageCount | undefined,
  received: UnreadMessageCount,
): UnreadMessageCount => (known && known.changeSeq > received.changeSeq ? known : received)

/** Writes what an answer or a message of the server told, unless more is known. */
export const cacheUnreadMessageCount = (cache: QueryClient, received: UnreadMessageCount): void =>
  void cache.setQueryData<UnreadMessageCount>(queryKeys.unreadMessageCount, (known) =>
    pickNewerUnreadCount(known, received),
  )
