import type { QueryClient } from '@meadow/web'
import { keys } from './keys.ts'

/** Notes that a conversation has come as far as `rev`. */
export const noteRev = (cache: QueryClient, userId: string, rev: number): void =>
  void cache.setQueryData<number>(keys.told(userId), (known = 0) => Math.max(known, rev))

/** How far a conversation is known to have come. */
export const toldRev = (cache: QueryClient, userId: string): number =>
  cache.getQueryData<number>(keys.told(userId)) ?? 0
