import type { QueryClient } from '@meadow/web'
import { keys } from './keys.ts'

/** How many messages are unread in all, after so many changes of what the member has. */
export type UnreadMessages = { count: number; moves: number }

/** The later of two: answers and messages of the server may overtake each other. */
export const laterUnread = (known: UnreadMessages | undefined, told: UnreadMessages): UnreadMessages =>
  known && known.moves > told.moves ? known : told

/** Writes what an answer or a message of the server told, unless more is known. */
export const noteUnreadMessages = (cache: QueryClient, told: UnreadMessages): void =>
  void cache.setQueryData<UnreadMessages>(keys.unreadMessages, (known) => laterUnread(known, told))
