import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServerToClientEvents } from '@meadow/contracts'
import type { Logger } from '@meadow/service'
import type { SocketMetrics } from '../connections/socket-metrics.ts'
import type { RealtimeServer, RealtimeSocket } from '../connections/socket-types.ts'
import type { CheckPushPayload, OnMessageReceived, RelationshipLookup } from '../ports.ts'
import type { SocketPush } from './push-bus.ts'

/** Above this number of followers a new post is not pushed: clients learn of it when they ask for new posts. */
const MAX_PUSHED_FOLLOWERS = 5_000

/** A socket with this many unacknowledged messages gets further ones without a request for acknowledgement. */
const MAX_UNACKNOWLEDGED_MESSAGES = 300

/** Room names: sockets of a member, of a session, watchers of a post, and sockets that have never watched any post. */
export const rooms = {
  member: (id: string) => `member:${id}`,
  session: (sid: string) => `session:${sid}`,
  post: (id: string) => `post:${id}`,
  neverWatched: 'never-watched',
} as const

/** Returns the sockets of this instance that are in any of these rooms, each once. */
export function getLocalSockets(io: RealtimeServer, ...roomNames: string[]): RealtimeSocket[] {
  const { adapter, sockets } = io.sockets
  const ids = new Set<string>()
  for (const name of roomNames) for (const id of adapter.rooms.get(name) ?? []) ids.add(id)
  return Array.from(ids, (id) => sockets.get(id)).filter((socket) => socket !== undefined)
}

type PushDeliveryDeps = {
  io: RealtimeServer
  relationships: RelationshipLookup
  metrics: Pick<SocketMetrics, 'countSent'>
  onMessageReceived: OnMessageReceived
  checkPushPayload?: CheckPushPayload | undefined
  log: Logger
}

/** Creates the delivery of pushes to the sockets of this instance. */
export function createPushDelivery(deps: PushDeliveryDeps): (push: SocketPush) => Promise<void> {
  const { io, relationships, metrics, onMessageReceived, checkPushPayload, log } = deps

  async function emit<Name extends keyof ServerToClientEvents>(
    sockets: readonly RealtimeSocket[],
    name: Name,
    payload: ServerToClientEvents[Name],
  ): Promise<void> {
    checkPushPayload?.(name, payload)
    const [socket, ...others] = sockets
    if (socket && others.length === 0)
      emitTo(socket, name, payload) // a broadcast costs more
    else await runInSlices(sockets, (slice) => emitTo(io.local.to(slice.map(({ id }) => id)), name, payload))
    metrics.countSent(name, sockets.length)
  }

  /**
   * Leaves out sockets whose member may not see the content of the author, and comments of others whose content is hidden, or whom
   * they mute. A muted author's own comments stay.
   */
  async function emitPostUpdate(
    author: string,
    payload: ServerToClientEvents['postUpdated'],
    sockets: RealtimeSocket[],
  ): Promise<void> {
    const shownMembers = [...new Set([author, ...payload.comments.map(({ user }) => user._id)])]
    const memberIds = getMemberIds(sockets)
    const commenters = shownMembers.filter((id) => id !== author)
    const [hiddenByMember, mutes] = await Promise.all([
      relationships.findHiddenAmong(memberIds, shownMembers, author),
      relationships.findMutesOf(memberIds, commenters),
    ])
    const isAffected = (socket: RealtimeSocket) =>
      hiddenByMember.has(getMemberId(socket)) || mutes.has(getMemberId(socket))
    const unaffected = sockets.filter((socket) => !isAffected(socket))
    await emit(unaffected, 'postUpdated', payload)
    for (const socket of sockets.filter(isAffected)) {
      const [hidden, muted] = [hiddenByMember.get(getMemberId(socket)), mutes.get(getMemberId(socket))]
      if (hidden?.has(author)) continue
      const comments = payload.comments.filter(({ user }) => !hidden?.has(user._id) && !muted?.has(user._id))
      await emit([socket], 'postUpdated', { ...payload, comments })
    }
  }

  /** Returns the sockets whose member may see the content of both authors, and does not mute the commenter. */
  async function findReaders(
    { author, commenter = author }: { author: string; commenter?: string | undefined },
    sockets: RealtimeSocket[],
  ): Promise<RealtimeSocket[]> {
    const memberIds = getMemberIds(sockets)
    const [hiddenByMember, mutes] = await Promise.all([
      relationships.findHiddenAmong(memberIds, [...new Set([author, commenter])], author),
      relationships.findMutesOf(memberIds, commenter === author ? [] : [commenter]),
    ])
    return sockets.filter((socket) => !hiddenByMember.has(getMemberId(socket)) && !mutes.has(getMemberId(socket)))
  }

  /** Emits a message and reports each device that acknowledges it. */
  function emitNewMessage(memberId: string, message: ServerToClientEvents['newMessage']): void {
    checkPushPayload?.('newMessage', message)
    const sockets = getLocalSockets(io, rooms.member(memberId))
    const received = { senderId: message.sender._id, seq: message.seq }
    for (const socket of sockets) {
      const { unacknowledged = 0 } = socket.data
      if (unacknowledged >= MAX_UNACKNOWLEDGED_MESSAGES) {
        socket.emit('newMessage', message)
        continue
      }
      socket.data.unacknowledged = unacknowledged + 1
      socket.emit('newMessage', message, () => {
        socket.data.unacknowledged = (socket.data.unacknowledged ?? 1) - 1
        onMessageReceived(memberId, received)
      })
    }
    metrics.countSent('newMessage', sockets.length)
  }

  async function emitToFollowers(pushes: readonly FollowerPush[]): Promise<void> {
    const connected = getMemberIds([...io.sockets.sockets.values()])
    const authorIds = [...new Set(pushes.map(({ to }) => to.following))]
    const followers = await relationships.findFollowersAmong(authorIds, connected, MAX_PUSHED_FOLLOWERS)
    for (const { to, name, payload } of pushes) {
      const memberIds = followers.get(to.following) ?? []
      await emit(getLocalSockets(io, ...memberIds.map(rooms.member)), name, payload)
    }
  }
  const pushToFollowers = createFollowerPushes({ deliver: emitToFollowers, log })

  return async (push) => {
    const { to, name, payload } = push
    if ('following' in to) return pushToFollowers({ ...push, to })
    if ('members' in to) return emit(getLocalSockets(io, ...to.members.map(rooms.member)), name, payload)
    if ('member' in to && name === 'newMessage') return emitNewMessage(to.member, payload)
    if ('member' in to) return emit(getLocalSockets(io, rooms.member(to.member)), name, payload)
    const watchers = getLocalSockets(io, rooms.post(to.watching), rooms.neverWatched)
    if (watchers.length === 0) return
    if (name === 'postUpdated') return emitPostUpdate(to.author, payload, watchers)
    return emit(name === 'commentUpdated' ? await findReaders(to, watchers) : watchers, name, payload)
  }
}

/** Emits an event whose name is known only at run time, while Socket.IO types `emit` for one literal name. */
const emitTo = (target: { emit: unknown }, name: keyof ServerToClientEvents, payload: unknown) =>
  (target as { emit(name: string, payload: unknown): unknown }).emit(name, payload)

const getMemberId = ({ data }: RealtimeSocket): string => data.claims.sub

const getMemberIds = (sockets: readonly RealtimeSocket[]): string[] => [...new Set(sockets.map(getMemberId))]

const START_SIZE = 25
const MIN_SIZE = 5
const MAX_SIZE = 100
/** The time that a slice may take: a message that arrives meanwhile waits this long. */
const SLICE_MS = 8

type Clock = { now(): number; waitForTurn(): Promise<unknown> }

const processClock: Clock = { now: () => performance.now(), waitForTurn: () => nextTurn() }

/**
 * Runs `work` with slices of `items`, and lets the event loop have a turn after each. The size of a slice follows from the time of
 * the one before: its work, and the turn in which its sockets are written.
 */
export async function runInSlices<Item>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => void,
  { now, waitForTurn }: Clock = processClock,
): Promise<void> {
  let size = START_SIZE
  let from = 0
  while (from < items.length) {
    const startedAt = now()
    work(items.slice(from, from + size))
    from += size
    if (from < items.length) await waitForTurn()
    const fitting = Math.floor((size * SLICE_MS) / (now() - startedAt))
    size = Math.max(MIN_SIZE, Math.min(MAX_SIZE, 2 * size, fitting))
  }
}

/** A push for the followers of a member. */
export type FollowerPush = SocketPush & { to: { following: string } }

const GATHERING_MS = 1_000

type FollowerPushesDeps = { deliver: (pushes: readonly FollowerPush[]) => Promise<void>; log: Logger }

/** Creates a function that gathers the pushes of a second, and delivers them together. */
export function createFollowerPushes({ deliver, log }: FollowerPushesDeps): (push: FollowerPush) => void {
  let gathered: FollowerPush[] = []

  const deliverGathered = () => {
    const pushes = gathered
    gathered = []
    deliver(pushes).catch((error) => log.warn({ err: error }, 'pushes could not be delivered to followers'))
  }

  return (push) => {
    if (gathered.length === 0) setTimeout(deliverGathered, GATHERING_MS).unref()
    gathered.push(push)
  }
}
