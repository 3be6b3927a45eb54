import type { QueryClient } from '@meadow/web'
import { chatQueryKeys } from '../query-keys.ts'

/** Notes that a conversation has come as far as `rev`. */
export const recordLatestRev = (cache: QueryClient, userId: string, rev: number): void =>
  void cache.setQueryData<number>(chatQueryKeys.latestRev(userId), (known = 0) => Math.max(known, rev))

/** How far a conversation is known to have come. */
export const getLatestRev = (cache: QueryClient, userId: string): number =>
  cache.getQueryData<number>(chatQueryKeys.latestRev(userId)) ?? 0
