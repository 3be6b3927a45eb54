import type { QueryClient } from '@meadow/web'
import { chatQueryKeys } from '../query-keys.ts'

/** Records that a conversation has reached `rev`. */
export const recordLatestRev = (cache: QueryClient, userId: string, rev: number): void =>
  void cache.setQueryData<number>(chatQueryKeys.latestRev(userId), (known = 0) => Math.max(known, rev))

/** Returns the highest recorded `rev` of a conversation; 0 if none is known. */
export const getLatestRev = (cache: QueryClient, userId: string): number =>
  cache.getQueryData<number>(chatQueryKeys.latestRev(userId)) ?? 0
