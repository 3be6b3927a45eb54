import { useQueryClient, useSocketEvent } from '@meadow/web'
import { useEffect, useState } from 'react'
import { chatQueryKeys } from '../query-keys.ts'

const REFETCH_INTERVAL_MS = 1_000
const REFETCH_COUNT = 6

/**
 * Refetches the conversation with `userId` for a few seconds after one of the two has followed the other, because the chat
 * service may learn of a follow later than this page. Stops when the signed-in member unfollows. `isFollowing`: the signed-in
 * member follows `userId`.
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
