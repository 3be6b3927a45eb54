import type { IncomingMessage } from 'node:http'
import { type ServerToClientEvents, SocketHandshake } from '@meadow/contracts'
import {
  type Claims,
  DomainError,
  type Logger,
  logSecurityEvent,
  RefusedTokenError,
  toNetworkPrefix,
  type Verifier,
} from '@meadow/service'
import type { RealtimeSocket } from './socket-types.ts'

const TOKEN_CHECK_INTERVAL_MS = 60_000

type SessionDeps = { verifier: Verifier; log: Logger }

/** Creates the middleware that verifies the token of the handshake. Refuses with `connect_error` and `data.code`. */
export const createAuthentication =
  ({ verifier, log, onRefused }: SessionDeps & { onRefused: () => void }) =>
  async (socket: RealtimeSocket, next: (error?: Error) => void): Promise<void> => {
    try {
      const token = readHandshakeToken(socket.handshake.auth)
      Object.assign(socket.data, { token, claims: await verifier.verify(token) })
      next()
    } catch (error) {
      if (!(error instanceof DomainError)) log.error({ err: error }, 'socket could not be authenticated')
      logRefusedToken(log, error, socket.request)
      const { message, code } = error instanceof DomainError ? error : new DomainError('unexpected')
      onRefused()
      next(Object.assign(new Error(message), { data: { code } }))
    }
  }

/** Returns the token of a handshake. @throws token_missing, token_invalid when it does not match the contract */
function readHandshakeToken(auth: unknown): string {
  const { data } = SocketHandshake.safeParse(auth)
  if (data?.token) return data.token
  const hasToken = typeof auth === 'object' && auth !== null && 'token' in auth && auth.token
  throw hasToken ? new RefusedTokenError('invalid_token') : new DomainError('token_missing')
}

/**
 * Replaces the claims of a socket by those of a newer token.
 * @throws token_expired, unavailable, token_invalid also for another member or session
 */
export async function renewSession(
  socket: RealtimeSocket,
  token: string,
  { verifier, log }: SessionDeps,
): Promise<void> {
  try {
    const claims = await verifier.verify(token)
    assertSameSession(socket.data.claims, claims)
    if (claims.exp > socket.data.claims.exp) Object.assign(socket.data, { token, claims })
  } catch (error) {
    logRefusedToken(log, error, socket.request)
    throw error
  }
}

function assertSameSession(current: Claims, { sub, sid }: Claims): void {
  if (sub === current.sub && sid === current.sid) return
  throw new RefusedTokenError('invalid_token', { owner: { actor: sub, session: sid } })
}

function logRefusedToken(log: Logger, error: unknown, request: IncomingMessage): void {
  if (!(error instanceof RefusedTokenError)) return
  const reason = error.reason === 'session_ended' ? 'session_ended' : 'invalid_token'
  logSecurityEvent(log, { event: 'socket.token_refused', reason, ...error.owner, network: getClientNetwork(request) })
}

/** Returns the network prefix of the client. Behind the gateway, its address is in `X-Forwarded-For`. */
export function getClientNetwork({ headers, socket }: IncomingMessage): string {
  return toNetworkPrefix(headers['x-forwarded-for']?.toString() ?? socket.remoteAddress ?? '')
}

/**
 * Closes the socket when the newest token of its session expires. Verifies the token every minute, so that a socket does not
 * outlive the key of its token.
 */
export function endSessionAtExpiry(
  socket: RealtimeSocket,
  { verifier, now, tokenCheckIntervalMs = TOKEN_CHECK_INTERVAL_MS }: TokenCheckDeps,
): void {
  let timer: NodeJS.Timeout | undefined
  const computeRemainingMs = () => socket.data.claims.exp * 1000 - now().getTime()
  const waitForCheck = () => {
    timer = setTimeout(check, Math.max(0, Math.min(computeRemainingMs(), tokenCheckIntervalMs)))
  }
  const check = async () => {
    const { token } = socket.data
    const code = computeRemainingMs() <= 0 ? 'token_expired' : await findRefusal(token, verifier)
    if (socket.disconnected) return
    if (code && token === socket.data.token) endSession(socket, code)
    else waitForCheck()
  }
  waitForCheck()
  socket.once('disconnect', () => clearTimeout(timer))
}

type TokenCheckDeps = { verifier: Verifier; now: () => Date; tokenCheckIntervalMs?: number | undefined }

/** Returns the reason why a token is not valid; undefined also if its key cannot be fetched now. */
async function findRefusal(token: string, verifier: Verifier): Promise<SessionEndCode | undefined> {
  try {
    await verifier.verify(token)
    return undefined
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined
    return code === 'token_expired' || code === 'token_invalid' ? code : undefined
  }
}

type SessionEndCode = ServerToClientEvents['sessionEnded']['code']

/** Emits `sessionEnded` and closes the socket. */
export function endSession(socket: RealtimeSocket, code: SessionEndCode): void {
  socket.emit('sessionEnded', { code })
  socket.disconnect(true)
}
