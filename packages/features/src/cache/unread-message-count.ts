import type { QueryClient } from '@meadow/web'
import { queryKeys } from './query-keys.ts'

/** How many messages are unread in all, after so many changes of what the member has. */
export type UnreadMessageCount = { count: number; moves: number }

/** The later of two: answers and messages of the server may overtake each other. */
export const pickNewerUnreadCount = (
  known: UnreadMessageCount | undefined,
  told: UnreadMessageCount,
): UnreadMessageCount => (known && known.moves > told.moves ? known : told)

/** Writes what an answer or a message of the server told, unless more is known. */
export const cacheUnreadMessageCount = (cache: QueryClient, told: UnreadMessageCount): void =>
  void cache.setQueryData<UnreadMessageCount>(queryKeys.unreadMessages, (known) => pickNewerUnreadCount(known, told))
