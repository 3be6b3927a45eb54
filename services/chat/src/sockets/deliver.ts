import { setImmediate as breathe } from 'node:timers/promises'
import { type SocketHeard, sockets } from '@meadow/contracts'
import type { Hint } from '../hints/hint.ts'
import type { Relations } from '../members/relations.ts'
import type { ChatServer, ChatSocket } from './chat-server.ts'
import { rooms, socketsIn } from './rooms.ts'

/** So many sockets are written to without a pause: a few ms. */
const AT_ONCE = 100

/** So many messages of one socket are waited for; who leaves more unanswered is asked no more until some are. */
const UNANSWERED_MAX = 50

type Parts = {
  io: ChatServer
  relations: Relations
  sent: (name: string, sockets: number) => void
  received: Received
}

/** A device of that member has a message. */
export type Received = (member: string, message: SocketHeard['newMessage']) => void

/** Gives a hint to those of this instance's sockets whom it is for. */
export function createDelivery({ io, relations, sent, received }: Parts): (hint: Hint) => Promise<void> {
  async function emit<Name extends keyof SocketHeard>(
    to: readonly ChatSocket[],
    name: Name,
    payload: SocketHeard[Name],
  ): Promise<void> {
    if (process.env['NODE_ENV'] === 'test') sockets[name].payload.parse(payload) // messages keep the contract
    for (let from = 0; from < to.length; from += AT_ONCE) {
      if (from > 0) await breathe()
      const ids = to.slice(from, from + AT_ONCE).map(({ id }) => id)
      io.local.to(ids).emit(...([name, payload] as never as ['postDeleted', SocketHeard['postDeleted']]))
    }
    sent(name, to.length)
  }

  /** Nobody hears of a post whose author is across a block, or reads a comment of somebody who is. */
  async function tellOfPost(author: string, payload: SocketHeard['postUpdated'], to: ChatSocket[]): Promise<void> {
    const others = [...new Set([author, ...payload.comments.map(({ user }) => user._id)])]
    const blocked = await relations.blocked(membersOf(to), others)
    const [apart = [], rest = []] = [true, false].map((is) => to.filter((one) => blocked.has(memberOf(one)) === is))
    await emit(rest, 'postUpdated', payload)
    for (const socket of apart) {
      const hidden = blocked.get(memberOf(socket))
      if (hidden?.has(author)) continue
      const comments = payload.comments.filter(({ user }) => !hidden?.has(user._id))
      await emit([socket], 'postUpdated', { ...payload, comments })
    }
  }

  /** Devices that have it say so. */
  function giveMessage(member: string, message: SocketHeard['newMessage']): void {
    if (process.env['NODE_ENV'] === 'test') sockets.newMessage.payload.parse(message)
    const to = socketsIn(io, rooms.member(member))
    for (const socket of to) {
      const { unanswered = 0 } = socket.data
      if (unanswered >= UNANSWERED_MAX) {
        socket.emit('newMessage', message)
        continue
      }
      socket.data.unanswered = unanswered + 1
      socket.emit('newMessage', message, () => {
        socket.data.unanswered = (socket.data.unanswered ?? 1) - 1
        received(member, message)
      })
    }
    sent('newMessage', to.length)
  }

  async function tellFollowers(of: string, { name, payload }: Hint): Promise<void> {
    const all = [...io.sockets.sockets.values()]
    const followers = new Set(await relations.followers(of, membersOf(all)))
    const to = all.filter((socket) => followers.has(memberOf(socket)))
    await emit(to, name, payload)
  }

  return async (hint) => {
    const { to, name, payload } = hint
    if ('following' in to) return tellFollowers(to.following, hint)
    if ('members' in to) return emit(socketsIn(io, ...to.members.map(rooms.member)), name, payload)
    if ('member' in to && name === 'newMessage') return giveMessage(to.member, payload)
    if ('member' in to) return emit(socketsIn(io, rooms.member(to.member)), name, payload)
    const watchers = socketsIn(io, rooms.post(to.watching), rooms.neverWatched)
    if (watchers.length === 0) return
    if (name === 'postUpdated') return tellOfPost(to.author, payload, watchers)
    return emit(watchers, name, payload)
  }
}

const memberOf = ({ data }: ChatSocket) => data.claims.sub

const membersOf = (all: readonly ChatSocket[]) => [...new Set(all.map(memberOf))]
