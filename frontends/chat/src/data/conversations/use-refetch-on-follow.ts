import { useQueryClient, useSocketEvent } from '@meadow/web'
import { useEffect, useState } from 'react'
import { chatQueryKeys } from '../query-keys.ts'

const REFETCH_INTERVAL_MS = 1_000
const REFETCH_COUNT = 6
const NO_REFETCHES = { remaining: 0 }

/**
 * Refetches the conversation with `userId` for a few seconds after one of the two has followed the other, because the chat
 * service may learn of a follow later than this page. Stops when the signed-in member unfollows. `isFollowing`: the signed-in
 * member follows `userId`.
 */
export function useRefetchOnFollow(userId: string, isFollowing: boolean): void {
  const cache = useQueryClient()
  const [previous, setPrevious] = useState(isFollowing)
  const [refetches, setRefetches] = useState(NO_REFETCHES) // an object: a second follow begins again, also at the same number
  if (previous !== isFollowing) {
    setPrevious(isFollowing)
    setRefetches(isFollowing ? { remaining: REFETCH_COUNT } : NO_REFETCHES)
  }
  useSocketEvent('notification', ({ type, from }) => {
    if (type === 'follow' && from._id === userId) setRefetches({ remaining: REFETCH_COUNT })
  })
  useEffect(() => {
    const { remaining } = refetches
    if (remaining === 0) return
    const delay = remaining === REFETCH_COUNT ? 0 : REFETCH_INTERVAL_MS
    const timer = setTimeout(() => {
      void cache.invalidateQueries({ queryKey: chatQueryKeys.conversation(userId) })
      setRefetches({ remaining: remaining - 1 })
    }, delay)
    return () => clearTimeout(timer)
  }, [cache, userId, refetches])
}
