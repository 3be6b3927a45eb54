import type { SocketHeard, SocketSaid } from '@meadow/contracts'
import { POSTS_AT_ONCE } from '@meadow/contracts/limits'
import { createWatches } from './watches.ts'

/** How long nothing may have been heard, in ms: 0 when the connection has just begun. */
export type Resync = { away: number }

type Named = { [Name in keyof SocketHeard]: SocketHeard[Name] }
type Listener = (payload: unknown) => void
type Say = <Name extends 'watch' | 'unwatch' | 'typing'>(name: Name, payload: SocketSaid[Name]) => void

/** What the page hears from the server while it is open, whoever listens, and whether or not it is connected now. */
export type Live = {
  /** Calls `listener` with each message of this name. Answers how to stop. */
  on: <Name extends keyof Named>(name: Name, listener: (payload: Named[Name]) => void) => () => void
  /** Calls `listener` when something may have been missed: after a connection has begun, and when the tab is seen again. */
  onResync: (listener: (resync: Resync) => void) => () => void
  /** Calls `listener` with posts that may have moved while nobody told. */
  onMissedPosts: (listener: (postIds: string[]) => void) => () => void
  /** Wants to hear of these posts. Answers how to release them. */
  watch: (postIds: readonly string[]) => () => void
  /** Tells the server that the member is writing to somebody; nothing while nothing is connected. */
  sayTyping: (recipientId: string) => void
}

/** The side of it that a connection uses. */
export type LiveSource = {
  tell: (name: string, payload: unknown) => void
  /** A connection has begun: it is told now and from now on what is watched. Answers what to call when it ends. */
  begin: (say: Say) => () => void
  resync: (resync: Resync) => void
}

/** Nothing is connected yet: `connectLive` does that. */
export function createLive(): Live & LiveSource {
  const listeners = new Map<string, Set<Listener>>()
  const watches = createWatches(POSTS_AT_ONCE)
  let say: Say | undefined
  let flushing = false

  const listen = (name: string, listener: Listener) => {
    const those = listeners.get(name) ?? new Set()
    listeners.set(name, those.add(listener))
    return () => void those.delete(listener)
  }
  const tell = (name: string, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload)
  }
  const flush = () => {
    flushing = false
    if (!say) return
    const { watch, unwatch, missed } = watches.changes()
    if (unwatch.length > 0) say('unwatch', { postIds: unwatch }) // first, so that there is room
    if (watch.length > 0) say('watch', { postIds: watch })
    if (missed.length > 0) tell(MISSED, missed)
  }
  const soon = () => {
    if (flushing) return
    flushing = true
    queueMicrotask(flush) // a page of posts comes and goes at once
  }
  return {
    tell,
    on: (name, listener) => listen(name, listener as Listener),
    onResync: (listener) => listen(RESYNC, listener as Listener),
    onMissedPosts: (listener) => listen(MISSED, listener as Listener),
    watch(postIds) {
      watches.want(postIds)
      soon()
      return () => watches.release(postIds)
    },
    sayTyping: (recipientId) => say?.('typing', { recipientId }),
    begin(started) {
      say = started
      say('watch', { postIds: [] }) // who never watches hears of all posts
      watches.forget()
      flush()
      return () => {
        if (say === started) say = undefined
      }
    },
    resync(resync) {
      const postIds = watches.all()
      if (postIds.length > 0) tell(MISSED, postIds)
      tell(RESYNC, resync)
    },
  }
}

const RESYNC = ' resync' // no message of the server has a space in its name
const MISSED = ' missed'
