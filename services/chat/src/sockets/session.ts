import type { SocketHeard } from '@meadow/contracts'
import { type Claims, DomainError } from '@meadow/service'
import type { ChatSocket } from './chat-server.ts'

/** Timers take no more than 24.8 days; longer waits are cut into these. */
const LONGEST_MS = 24 * 60 * 60_000

/** Tells a socket that its session is over, and closes it. */
export function endSession(socket: ChatSocket, code: SocketHeard['sessionEnded']['code']): void {
  socket.emit('sessionEnded', { code })
  socket.disconnect(true)
}

/** Closes the socket when the newest token it has brought expires. */
export function endWithToken(socket: ChatSocket, now: () => Date): void {
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    const left = socket.data.claims.exp * 1000 - now().getTime()
    if (left <= 0) endSession(socket, 'token_expired')
    else timer = setTimeout(check, Math.min(left, LONGEST_MS))
  }
  check()
  socket.once('disconnect', () => clearTimeout(timer))
}

/** Goes on by a newer token. It must be of the same session, else: @throws token_invalid */
export function renew(socket: ChatSocket, claims: Claims): void {
  const { sub, sid, exp } = socket.data.claims
  if (claims.sub !== sub || claims.sid !== sid) throw new DomainError('token_invalid')
  if (claims.exp > exp) socket.data.claims = claims
}
