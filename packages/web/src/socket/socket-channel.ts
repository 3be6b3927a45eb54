import type { ClientToServerEvents, ServerToClientEvents } from '@meadow/contracts'
import { MAX_POST_IDS_PER_REQUEST } from '@meadow/contracts/limits'
import { createPostWatches } from './post-watches.ts'

/** How long nothing may have been heard, in ms: 0 when the connection has just begun. */
export type SocketResync = { awayMs: number }

type SocketPushes = { [Name in keyof ServerToClientEvents]: ServerToClientEvents[Name] }
type PushListener = (payload: unknown) => void
type SendToServer = <Name extends 'watch' | 'unwatch' | 'typing'>(
  name: Name,
  payload: ClientToServerEvents[Name],
) => void

/** What the page hears from the server while it is open, whoever listens, and whether or not it is connected now. */
export type SocketChannel = {
  /** Calls `listener` with each message of this name. Answers how to stop. */
  on: <Name extends keyof SocketPushes>(name: Name, listener: (payload: SocketPushes[Name]) => void) => () => void
  /** Calls `listener` when something may have been missed: after a connection has begun, and when the tab is seen again. */
  onResync: (listener: (resync: SocketResync) => void) => () => void
  /** Calls `listener` with posts that may have moved while nobody told. */
  onStalePosts: (listener: (postIds: string[]) => void) => () => void
  /** Wants to hear of these posts. Answers how to release them. */
  watchPosts: (postIds: readonly string[]) => () => void
  /** Tells the server that the member is writing to somebody; nothing while nothing is connected. */
  sendTyping: (recipientId: string) => void
}

/** The side of it that a connection uses. */
export type SocketChannelSource = {
  dispatch: (name: string, payload: unknown) => void
  /** A connection has begun: it is told now and from now on what is watched. Answers what to call when it ends. */
  attachConnection: (say: SendToServer) => () => void
  resync: (resync: SocketResync) => void
}

/** Nothing is connected yet: `connectLive` does that. */
export function createSocketChannel(): SocketChannel & SocketChannelSource {
  const listeners = new Map<string, Set<PushListener>>()
  const watches = createPostWatches(MAX_POST_IDS_PER_REQUEST)
  let sendToServer: SendToServer | undefined
  let isFlushScheduled = false

  const addListener = (name: string, listener: PushListener) => {
    const those = listeners.get(name) ?? new Set()
    listeners.set(name, those.add(listener))
    return () => void those.delete(listener)
  }
  const dispatchPush = (name: string, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload)
  }
  const flush = () => {
    isFlushScheduled = false
    if (!sendToServer) return
    const { watch, unwatch, stalePostIds: missed } = watches.changes()
    if (unwatch.length > 0) sendToServer('unwatch', { postIds: unwatch }) // first, so that there is room
    if (watch.length > 0) sendToServer('watch', { postIds: watch })
    if (missed.length > 0) dispatchPush(STALE_POSTS_EVENT, missed)
  }
  const scheduleFlush = () => {
    if (isFlushScheduled) return
    isFlushScheduled = true
    queueMicrotask(flush) // a page of posts comes and goes at once
  }
  return {
    dispatch: dispatchPush,
    on: (name, listener) => addListener(name, listener as PushListener),
    onResync: (listener) => addListener(RESYNC_EVENT, listener as PushListener),
    onStalePosts: (listener) => addListener(STALE_POSTS_EVENT, listener as PushListener),
    watchPosts(postIds) {
      watches.want(postIds)
      scheduleFlush()
      return () => watches.release(postIds)
    },
    sendTyping: (recipientId) => sendToServer?.('typing', { recipientId }),
    attachConnection(started) {
      sendToServer = started
      sendToServer('watch', { postIds: [] }) // who never watches hears of all posts
      watches.forget()
      flush()
      return () => {
        if (sendToServer === started) sendToServer = undefined
      }
    },
    resync(resync) {
      const postIds = watches.all()
      if (postIds.length > 0) dispatchPush(STALE_POSTS_EVENT, postIds)
      dispatchPush(RESYNC_EVENT, resync)
    },
  }
}

const RESYNC_EVENT = ' resync' // no message of the server has a space in its name
const STALE_POSTS_EVENT = ' missed'
