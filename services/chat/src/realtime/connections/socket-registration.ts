import type { ConnectedMembers } from '../presence/connected-members.ts'
import type { RealtimeSocket } from './socket-types.ts'

/**
 * Creates the Socket.IO middleware that registers a connection in the presence of its member before the client is connected. So
 * peer instances send what they push to the member here before the client loads what it missed.
 */
export const createPresenceRegistration =
  (connectedMembers: Pick<ConnectedMembers, 'addSocket' | 'removeSocket'>) =>
  async (socket: RealtimeSocket, next: () => void): Promise<void> => {
    if (socket.conn.readyState === 'closed') return next()
    const { sub: memberId } = socket.data.claims
    let isRegistered = true
    const remove = () => {
      if (isRegistered) connectedMembers.removeSocket(memberId)
      isRegistered = false
    }
    socket.once('disconnect', remove)
    socket.conn.once('close', remove) // the handshake may fail, and then there is no 'disconnect'
    await connectedMembers.addSocket(memberId)
    next()
  }
