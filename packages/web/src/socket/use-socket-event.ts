import type { ServerToClientEvents } from '@meadow/contracts/browser'
import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { SocketChannel, SocketResync } from './socket-channel.ts'

export const SocketContext = createContext<SocketChannel | undefined>(undefined)

/** Calls `handle` with each push of one name: `useSocketEvent('postDeleted', ({ postId }) => …)`. */
export function useSocketEvent<Name extends keyof ServerToClientEvents>(
  name: Name,
  handle: (payload: ServerToClientEvents[Name]) => void,
): void {
  const channel = useSocketChannel()
  const handlePush = useEffectEvent(handle)
  useEffect(() => channel.on(name, (payload) => handlePush(payload)), [channel, name])
}

/** Calls `handle` when pushes may have been lost, so that it refetches. A hidden tab waits until it is visible. */
export function useSocketResync(handle: (resync: SocketResync) => void): void {
  const channel = useSocketChannel()
  const handleResync = useEffectEvent(handle)
  useEffect(() => channel.onResync((resync) => handleResync(resync)), [channel])
}

/** Calls `handle` with the ids of watched posts that may be stale, because pushes may have been lost. */
export function useStalePosts(handle: (postIds: string[]) => void): void {
  const channel = useSocketChannel()
  const handleStalePosts = useEffectEvent(handle)
  useEffect(() => channel.onStalePosts((postIds) => handleStalePosts(postIds)), [channel])
}

/** Watches a post while the component is mounted: the server pushes `postUpdated` and `postDeleted` for it. */
export function useWatchPost(postId: string | undefined): void {
  const channel = useSocketChannel()
  useEffect(() => {
    if (postId !== undefined) return channel.watchPosts([postId])
  }, [channel, postId])
}

/** Returns a function that tells another member that this one is typing. It does nothing while disconnected. */
export const useSendTyping = (): ((recipientId: string) => void) => useSocketChannel().sendTyping

function useSocketChannel(): SocketChannel {
  const channel = use(SocketContext)
  if (!channel) throw new Error('The hooks of the socket need a SocketProvider above them')
  return channel
}
