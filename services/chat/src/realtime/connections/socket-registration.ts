import type { ConnectedMembers } from '../presence/connected-members.ts'
import type { RealtimeSocket } from './socket-types.ts'

/**
 * Creates the middleware that lets peer instances find the member here before the client is connected: pushes for the member
 * come to this instance before the client loads what it missed.
 */
export const createRegistration =
  (connectedMembers: Pick<ConnectedMembers, 'addSocket' | 'removeSocket'>) =>
  async (socket: RealtimeSocket, next: () => void): Promise<void> => {
    if (socket.conn.readyState === 'closed') return next()
    const { sub } = socket.data.claims
    const remove = () => {
      socket.off('disconnect', remove)
      socket.conn.off('close', remove)
      connectedMembers.removeSocket(sub)
    }
    socket.once('disconnect', remove)
    socket.conn.once('close', remove) // the handshake may not get as far as a disconnection
    await connectedMembers.addSocket(sub)
    next()
  }
