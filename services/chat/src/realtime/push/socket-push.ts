import type { ServerToClientEvents } from '@meadow/contracts'

/** The sockets that receive a push. Each instance resolves the audience to its own sockets. */
type PushAudience =
  | { member: string }
  | { members: readonly string[] }
  /** Sockets that watch the post, and sockets that have never watched any post. `author` is the post's author. */
  | { watching: string; author: string }
  /** Sockets of the followers of this member. */
  | { following: string }

type SocketPushOf<Name extends keyof ServerToClientEvents> = {
  to: PushAudience
  name: Name
  payload: ServerToClientEvents[Name]
}

/** A socket notification that may be lost: clients load what they missed after each reconnection. */
export type SocketPush = { [Name in keyof ServerToClientEvents]: SocketPushOf<Name> }[keyof ServerToClientEvents]

/** Sends a push to the sockets of all instances, without waiting. Never throws. */
export type Push = (push: SocketPush) => void
