import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServerToClientEvents } from '@meadow/contracts'
import type { SocketMetrics } from '../connections/socket-metrics.ts'
import type { RealtimeServer, RealtimeSocket } from '../connections/socket-types.ts'
import type { CheckPushPayload, OnMessageReceived, RelationshipLookup } from '../ports.ts'
import type { SocketPush } from './push-bus.ts'

/** Writing to this many sockets takes a few milliseconds; then the event loop gets a turn. */
const EMIT_BATCH_SIZE = 100

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
}

/** Creates the delivery of pushes to the sockets of this instance. */
export function createPushDelivery(deps: PushDeliveryDeps): (push: SocketPush) => Promise<void> {
  const { io, relationships, metrics, onMessageReceived, checkPushPayload } = deps

  async function emit<Name extends keyof ServerToClientEvents>(
    sockets: readonly RealtimeSocket[],
    name: Name,
    payload: ServerToClientEvents[Name],
  ): Promise<void> {
    checkPushPayload?.(name, payload)
    const event = [name, payload] as never as ['postDeleted', ServerToClientEvents['postDeleted']]
    if (sockets.length === 1)
      sockets[0]?.emit(...event) // a broadcast costs more
    else await broadcast(sockets, event)
    metrics.countSent(name, sockets.length)
  }

  /** Encodes an event once and writes it to many sockets. */
  async function broadcast(
    sockets: readonly RealtimeSocket[],
    event: ['postDeleted', ServerToClientEvents['postDeleted']],
  ): Promise<void> {
    for (let from = 0; from < sockets.length; from += EMIT_BATCH_SIZE) {
      if (from > 0) await nextTurn()
      const ids = sockets.slice(from, from + EMIT_BATCH_SIZE).map(({ id }) => id)
      io.local.to(ids).emit(...event)
    }
  }

  /** Leaves out sockets with a block between their member and the author, and comments by members they have a block with. */
  async function emitPostUpdate(
    author: string,
    payload: ServerToClientEvents['postUpdated'],
    sockets: RealtimeSocket[],
  ): Promise<void> {
    const shownMembers = [...new Set([author, ...payload.comments.map(({ user }) => user._id)])]
    const blocks = await relationships.findBlocksBetween(getMemberIds(sockets), shownMembers)
    const hasBlock = (socket: RealtimeSocket) => blocks.has(getMemberId(socket))
    const unaffected = sockets.filter((socket) => !hasBlock(socket))
    await emit(unaffected, 'postUpdated', payload)
    for (const socket of sockets.filter(hasBlock)) {
      const blocked = blocks.get(getMemberId(socket))
      if (blocked?.has(author)) continue
      const comments = payload.comments.filter(({ user }) => !blocked?.has(user._id))
      await emit([socket], 'postUpdated', { ...payload, comments })
    }
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

  async function emitToFollowers(followedId: string, { name, payload }: SocketPush): Promise<void> {
    const connected = [...io.sockets.sockets.values()]
    const followers = new Set(await relationships.findFollowersAmong(followedId, getMemberIds(connected)))
    const sockets = connected.filter((socket) => followers.has(getMemberId(socket)))
    await emit(sockets, name, payload)
  }

  return async (push) => {
    const { to, name, payload } = push
    if ('following' in to) return emitToFollowers(to.following, push)
    if ('members' in to) return emit(getLocalSockets(io, ...to.members.map(rooms.member)), name, payload)
    if ('member' in to && name === 'newMessage') return emitNewMessage(to.member, payload)
    if ('member' in to) return emit(getLocalSockets(io, rooms.member(to.member)), name, payload)
    const watchers = getLocalSockets(io, rooms.post(to.watching), rooms.neverWatched)
    if (watchers.length === 0) return
    if (name === 'postUpdated') return emitPostUpdate(to.author, payload, watchers)
    return emit(watchers, name, payload)
  }
}

const getMemberId = ({ data }: RealtimeSocket): string => data.claims.sub

const getMemberIds = (sockets: readonly RealtimeSocket[]): string[] => [...new Set(sockets.map(getMemberId))]
