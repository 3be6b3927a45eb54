import type { ToClient, ToServer } from '../define-socket-message.ts'
import * as connection from './connection.ts'
import * as members from './members.ts'
import * as messages from './messages.ts'
import * as posts from './posts.ts'

const { Handshake, ...ofConnection } = connection

export { Handshake }

/** Every message of a socket, by name. */
export const sockets = { ...ofConnection, ...posts, ...members, ...messages }

/** What the browser hears, by name. */
export type SocketHeard = ToClient<typeof sockets>

/** What the browser says, by name. */
export type SocketSaid = ToServer<typeof sockets>
