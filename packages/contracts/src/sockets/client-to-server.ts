import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'
import { MAX_POST_IDS_PER_REQUEST } from '../limits.ts'
import { SendMessageBody } from '../shapes/new-message.ts'
import { boundedString, Id } from '../text.ts'

/** The `auth` object of the Socket.IO handshake. Refused with `token_missing`, `token_invalid` or `token_expired`. */
export const SocketHandshake = z.object({ token: boundedString(4_096) })

/**
 * Interval of the server's pings on each socket. Each ping passes the gateway, so with thousands of idle sockets the pings are
 * most of the work. It stays below 60 s, after which many load balancers close a connection without traffic.
 */
export const SOCKET_PING_INTERVAL_MS = 50_000

/** The longest silence of a socket: a request that polls waits for the next ping, longer than other requests may be silent. */
export const SOCKET_IDLE_TIMEOUT_MS = SOCKET_PING_INTERVAL_MS + 30_000

const PostIds = z.object({ postIds: z.array(Id).max(MAX_POST_IDS_PER_REQUEST) })

/**
 * Messages from the browser to the server. The server acknowledges each with `{ ok: true }` or
 * `{ ok: false, code, status, error, retryAfter }`: the error code and status of HTTP, a text for members, and the seconds until
 * a retry makes sense, if there is such a time.
 */
export const clientToServerMessages = {
  authenticate: defineSocketMessage({
    summary: 'Replaces the access token by a newer one of the same session, before the old one expires',
    payload: SocketHandshake,
  }),
  join: defineSocketMessage({
    summary: 'Has no effect: the server joins each socket to the room of the member in its token',
    payload: z.unknown(),
  }),
  typing: defineSocketMessage({
    summary: 'The sender is typing to a member with whom they have a conversation; the token identifies the sender',
    payload: z.object({ recipientId: Id }),
  }),
  sendMessage: defineSocketMessage({
    summary:
      'Sends a text like `POST /messages`; the acknowledgement has the message: `{ ok: true, message }`. A repeat with the same `clientMessageId`, by either way, is the same message',
    payload: SendMessageBody,
  }),
  watch: defineSocketMessage({
    summary: 'Subscribes to updates of these posts, at most 50 in all; a socket that never watches gets all updates',
    payload: PostIds,
  }),
  unwatch: defineSocketMessage({
    summary: 'Unsubscribes from updates of these posts',
    payload: PostIds,
  }),
}
