import type { SocketPayloads } from '../define-socket-message.ts'
import type { clientToServerMessages } from './client-to-server.ts'
import * as groups from './groups.ts'
import * as members from './members.ts'
import * as messages from './messages.ts'
import * as posts from './posts.ts'

/**
 * Messages from the server to the browser. Each is a push that may be lost: after a reconnect the browser loads what it
 * missed from the API.
 */
export const serverToClientMessages = { ...posts, ...members, ...messages, ...groups }

/** The payloads that the browser receives, by message name. */
export type ServerToClientEvents = SocketPayloads<typeof serverToClientMessages>

/** The payloads that the browser sends, by message name. */
export type ClientToServerEvents = SocketPayloads<typeof clientToServerMessages>
