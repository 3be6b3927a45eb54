import { useQueryClient, useSocketEvent } from '@meadow/web'
import { useEffect, useState } from 'react'
import { chatQueryKeys } from '../query-keys.ts'

const REFETCH_INTERVAL_MS = 1_000
/** The chat may learn of a follow a moment after the notification or the response. */
const REFETCH_COUNT = 6

/**
 * Refetches the conversation with `userId`, for a few seconds, after `userId` has followed the signed-in member and whenever
 * `isFollowing` changes. Runs while the two cannot message each other.
 */
export function useRefetchOnFollow(userId: string, isFollowing: boolean): void {
  const cache = useQueryClient()
  const [previous, setPrevious] = useState(isFollowing)
  const [remaining, setRemaining] = useState(0)
  if (previous !== isFollowing) {
    setPrevious(isFollowing)
    setRemaining(isFollowing ? REFETCH_COUNT : 0)
  }
  useSocketEvent('notification', ({ type, from }) => {
    if (type === 'follow' && from._id === userId) setRemaining(REFETCH_COUNT)
  })
  useEffect(() => {
    if (remaining === 0) return
    const delay = remaining === REFETCH_COUNT ? 0 : REFETCH_INTERVAL_MS
    const timer = setTimeout(() => {
      void cache.invalidateQueries({ queryKey: chatQueryKeys.conversation(userId) })
      setRemaining(remaining - 1)
    }, delay)
    return () => clearTimeout(timer)
  }, [cache, userId, remaining])
}
