import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useQuery, useQueryClient, useSocketEvent, useSocketResync } from '@meadow/web'
import { useEffect } from 'react'
import {
  cacheIsConversationBlocked,
  type MutedMembers,
  refetchWithMember,
  removeCachedMember,
  removeMutedMembers,
} from '../cache/cached-members.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { cacheIsFollowing } from './is-following.ts'

/** The query of all members whom the viewer mutes, newest mute first. */
export const mutedMembersQuery = {
  queryKey: queryKeys.mutedMembers,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchMutedMembers(signal),
  staleTime: 60_000, // pushes renew it
}

/** Fetches all members whom the viewer mutes. */
export const useMutedMembers = () => useQuery(mutedMembersQuery)

async function fetchMutedMembers(signal: AbortSignal): Promise<MutedMembers> {
  const muted: MutedMembers['muted'] = []
  for (let cursor: string | null = null; ; ) {
    const page = await fetchPage(cursor, signal)
    muted.push(...page.muted)
    cursor = page.hasMore ? page.nextCursor : null
    if (cursor === null) return { muted }
  }
}

const fetchPage = (cursor: string | null, signal: AbortSignal) =>
  api('GET /users/muted', { query: { limit: PAGE_SIZE.max, cursor }, signal })

/** Applies the blocks, mutes and privacy exceptions that the viewer makes on other devices to the cache, and keeps the list of mutes. */
export function useLiveBlocksAndMutes(): MutedMembers['muted'] {
  const cache = useQueryClient()
  const { data } = useMutedMembers()
  useEffect(() => {
    // what was fetched before a mute on another device, whose push this window may have missed
    const running =
      data?.muted.filter(({ mutedUntil }) => mutedUntil === null || new Date(mutedUntil) > new Date()) ?? []
    removeMutedMembers(cache, new Set(running.map(({ _id }) => _id)))
  }, [cache, data])
  useSocketEvent('blockUpdated', ({ userId, isBlocked }) => {
    cacheIsConversationBlocked(cache, userId, isBlocked)
    if (isBlocked) {
      removeCachedMember(cache, userId)
      cacheIsFollowing(cache, userId, false)
      void cache.invalidateQueries({ queryKey: queryKeys.profiles })
    } else refetchWithMember(cache)
    void cache.invalidateQueries({ queryKey: queryKeys.blockedMembers })
  })
  useSocketEvent('muteUpdated', ({ userId, isMuted }) => {
    if (isMuted) removeMutedMembers(cache, new Set([userId]))
    else refetchWithMember(cache)
    void cache.invalidateQueries({ queryKey: queryKeys.mutedMembers })
  })
  useSocketEvent('privacyExceptionUpdated', () => {
    void cache.invalidateQueries({ queryKey: queryKeys.privacyExceptions })
    void cache.invalidateQueries({ queryKey: queryKeys.profiles }) // they show presence
  })
  useSocketResync(() => void cache.invalidateQueries({ queryKey: queryKeys.mutedMembers }))
  return data?.muted ?? []
}
