import type { ClientToServerEvents, ServerToClientEvents } from '@meadow/contracts/browser'
import { MAX_POST_IDS_PER_REQUEST } from '@meadow/contracts/limits'
import { createContext, use, useEffect, useEffectEvent } from 'react'
import { createPostWatches } from './post-watches.ts'

/** `awayMs` is the time without pushes; 0 for the first connection. */
export type SocketResync = { awayMs: number }

type PushListener = (payload: unknown) => void
type SendToServer = <Name extends 'watch' | 'unwatch' | 'typing'>(
  name: Name,
  payload: ClientToServerEvents[Name],
) => void

/**
 * The pushes of the server, for the screens of the page. A push is a socket notification that may be lost. Subscriptions
 * survive reconnects, and may start before the first connection. Each function that subscribes returns its unsubscribe.
 */
export type SocketChannel = {
  /** Subscribes to the pushes of one name. */
  on: <Name extends keyof ServerToClientEvents>(
    name: Name,
    listener: (payload: ServerToClientEvents[Name]) => void,
  ) => () => void
  /** Subscribes to the moments after which pushes may have been lost: a new connection, and a visible tab. */
  onResync: (listener: (resync: SocketResync) => void) => () => void
  /** Subscribes to the ids of watched posts that may be stale. */
  onStalePosts: (listener: (postIds: string[]) => void) => () => void
  /** Watches posts: the server pushes their updates. Returns a function that releases them. */
  watchPosts: (postIds: readonly string[]) => () => void
  /** Tells the server that the member is typing to another one. Does nothing while disconnected. */
  sendTyping: (recipientId: string) => void
}

/** The side of the channel that the connection uses. */
export type SocketChannelSource = {
  /** Calls the subscribers of a push. */
  dispatch: (name: string, payload: unknown) => void
  /** Attaches a new connection, and sends it the watched posts. Returns a function that detaches it. */
  attachConnection: (send: SendToServer) => () => void
  /** Reports that pushes may have been lost. */
  resync: (resync: SocketResync) => void
}

/** Creates a channel without a connection; `connectSocket` attaches one. */
export function createSocketChannel(): SocketChannel & SocketChannelSource {
  const listeners = new Map<string, Set<PushListener>>()
  const watches = createPostWatches(MAX_POST_IDS_PER_REQUEST)
  let sendToServer: SendToServer | undefined
  let isFlushScheduled = false

  const subscribe = (name: string, listener: PushListener) => {
    const subscribers = listeners.get(name) ?? new Set()
    listeners.set(name, subscribers.add(listener))
    return () => void subscribers.delete(listener)
  }
  const dispatch = (name: string, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload)
  }
  const flush = () => {
    isFlushScheduled = false
    if (!sendToServer) return
    const { watch, unwatch, stalePostIds } = watches.takeChanges()
    if (unwatch.length > 0) sendToServer('unwatch', { postIds: unwatch }) // first: the server limits the number
    if (watch.length > 0) sendToServer('watch', { postIds: watch })
    if (stalePostIds.length > 0) dispatch(STALE_POSTS_EVENT, stalePostIds)
  }
  const scheduleFlush = () => {
    if (isFlushScheduled) return
    isFlushScheduled = true
    queueMicrotask(flush) // batches the posts of one render
  }
  return {
    dispatch,
    on: (name, listener) => subscribe(name, listener as PushListener),
    onResync: (listener) => subscribe(RESYNC_EVENT, listener as PushListener),
    onStalePosts: (listener) => subscribe(STALE_POSTS_EVENT, listener as PushListener),
    watchPosts(postIds) {
      watches.add(postIds)
      scheduleFlush()
      return () => watches.release(postIds)
    },
    sendTyping: (recipientId) => sendToServer?.('typing', { recipientId }),
    attachConnection(send) {
      sendToServer = send
      send('watch', { postIds: [] }) // without any `watch` the server would push the updates of all posts
      watches.reset()
      flush()
      return () => {
        if (sendToServer === send) sendToServer = undefined
      }
    },
    resync(resync) {
      const postIds = watches.list()
      if (postIds.length > 0) dispatch(STALE_POSTS_EVENT, postIds)
      dispatch(RESYNC_EVENT, resync)
    },
  }
}

const RESYNC_EVENT = ' resync' // the space keeps it apart from the names of pushes
const STALE_POSTS_EVENT = ' stale-posts'

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
