import type { ServerToClientEvents } from '@meadow/contracts'
import { useEffect, useEffectEvent } from 'react'
import type { SocketResync } from './socket-channel.ts'
import { useSocketChannel } from './socket-context.ts'

/** Calls `handle` with each message of this name: `useLive('postDeleted', ({ postId }) => …)`. */
export function useSocketEvent<Name extends keyof ServerToClientEvents>(
  name: Name,
  handle: (payload: ServerToClientEvents[Name]) => void,
): void {
  const live = useSocketChannel()
  const heard = useEffectEvent(handle)
  useEffect(() => live.on(name, (payload) => heard(payload)), [live, name])
}

/** Calls `handle` when messages may have been missed, so that it asks for what changed. A hidden tab waits. */
export function useSocketResync(handle: (resync: SocketResync) => void): void {
  const live = useSocketChannel()
  const missed = useEffectEvent(handle)
  useEffect(() => live.onResync((resync) => missed(resync)), [live])
}

/** Calls `handle` with watched posts that may have moved while nobody told. */
export function useStalePosts(handle: (postIds: string[]) => void): void {
  const live = useSocketChannel()
  const missed = useEffectEvent(handle)
  useEffect(() => live.onStalePosts((postIds) => missed(postIds)), [live])
}

/** Hears of this post while it is shown: `postUpdated` and `postDeleted` come for posts that somebody watches. */
export function useWatchPost(postId: string | undefined): void {
  const live = useSocketChannel()
  useEffect(() => {
    if (postId !== undefined) return live.watchPosts([postId])
  }, [live, postId])
}

/** How to say that the member is writing to somebody; nothing happens while nothing is connected. */
export const useSendTyping = (): ((recipientId: string) => void) => useSocketChannel().sendTyping
