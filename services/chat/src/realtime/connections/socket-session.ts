import { type ServerToClientEvents, SocketHandshake } from '@meadow/contracts'
import { type Claims, DomainError, type Logger, type Verifier } from '@meadow/service'
import type { RealtimeSocket } from './socket-types.ts'

/** A timer takes at most 24.8 days; a longer wait is split into timers of this length. */
const MAX_TIMER_MS = 24 * 60 * 60_000

type AuthenticationDeps = { verifier: Verifier; log: Logger; onRefused: () => void }

/** Creates the middleware that verifies the token of the handshake. Refuses with `connect_error` and `data.code`. */
export const createAuthentication =
  ({ verifier, log, onRefused }: AuthenticationDeps) =>
  async (socket: RealtimeSocket, next: (error?: Error) => void): Promise<void> => {
    try {
      socket.data.claims = await verifier.verify(readHandshakeToken(socket.handshake.auth))
      next()
    } catch (error) {
      if (!(error instanceof DomainError)) log.error({ err: error }, 'socket could not be authenticated')
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
  throw new DomainError(hasToken ? 'token_invalid' : 'token_missing')
}

/** Replaces the claims of a socket by those of a newer token. @throws token_invalid for another member or session */
export function renewSession(socket: RealtimeSocket, claims: Claims): void {
  const { sub, sid, exp } = socket.data.claims
  if (claims.sub !== sub || claims.sid !== sid) throw new DomainError('token_invalid')
  if (claims.exp > exp) socket.data.claims = claims
}

/** Closes the socket when the newest token of its session expires. */
export function endSessionAtExpiry(socket: RealtimeSocket, now: () => Date): void {
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    const remainingMs = socket.data.claims.exp * 1000 - now().getTime()
    if (remainingMs <= 0) endSession(socket, 'token_expired')
    else timer = setTimeout(check, Math.min(remainingMs, MAX_TIMER_MS))
  }
  check()
  socket.once('disconnect', () => clearTimeout(timer))
}

/** Emits `sessionEnded` and closes the socket. */
export function endSession(socket: RealtimeSocket, code: ServerToClientEvents['sessionEnded']['code']): void {
  socket.emit('sessionEnded', { code })
  socket.disconnect(true)
}
