import type { SocketHeard } from '@meadow/contracts'
import { useEffect, useEffectEvent } from 'react'
import type { Resync } from './live.ts'
import { useLiveSource } from './live-context.ts'

/** Calls `handle` with each message of this name: `useLive('postDeleted', ({ postId }) => …)`. */
export function useLive<Name extends keyof SocketHeard>(
  name: Name,
  handle: (payload: SocketHeard[Name]) => void,
): void {
  const live = useLiveSource()
  const heard = useEffectEvent(handle)
  useEffect(() => live.on(name, (payload) => heard(payload)), [live, name])
}

/** Calls `handle` when messages may have been missed, so that it asks for what changed. A hidden tab waits. */
export function useResync(handle: (resync: Resync) => void): void {
  const live = useLiveSource()
  const missed = useEffectEvent(handle)
  useEffect(() => live.onResync((resync) => missed(resync)), [live])
}

/** Calls `handle` with watched posts that may have moved while nobody told. */
export function useMissedPosts(handle: (postIds: string[]) => void): void {
  const live = useLiveSource()
  const missed = useEffectEvent(handle)
  useEffect(() => live.onMissedPosts((postIds) => missed(postIds)), [live])
}

/** Hears of this post while it is shown: `postUpdated` and `postDeleted` come for posts that somebody watches. */
export function useWatch(postId: string | undefined): void {
  const live = useLiveSource()
  useEffect(() => {
    if (postId !== undefined) return live.watch([postId])
  }, [live, postId])
}

/** How to say that the member is writing to somebody; nothing happens while nothing is connected. */
export const useSayTyping = (): ((recipientId: string) => void) => useLiveSource().sayTyping
