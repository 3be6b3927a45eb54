import type { SocketConnection } from './socket-types.ts'

/** Token bucket of one connection: its size in packets, and its refill rate. */
const PACKET_BURST = 40
const PACKETS_PER_SECOND = 20

/** Limit of the data that waits for a client that does not read. */
const MAX_BUFFERED_CHARACTERS = 256 * 1024

export type LimitViolation = 'too_fast' | 'too_slow'

type EnginePacket = { type: string; data?: string | Buffer }

/** Socket.IO packets as Engine.IO carries them: `2<id>[…]` is an event that requests an acknowledgement, `3<id>[…]` is one. */
const isMessage = ({ type, data }: EnginePacket, pattern: RegExp): boolean =>
  type === 'message' && typeof data === 'string' && pattern.test(data)
const isAcknowledgementRequest = (packet: EnginePacket) => isMessage(packet, /^2\d/)
const isAcknowledgement = (packet: EnginePacket) => isMessage(packet, /^3\d/)

/**
 * Closes a connection that sends packets faster than the limit, or reads so slowly that its send buffer grows too large.
 * As many acknowledgements as the server requested do not count: others could cut a member off by sending them messages.
 */
export function limitConnection(connection: SocketConnection, onViolation: (reason: LimitViolation) => void): void {
  let allowance = PACKET_BURST
  let last = performance.now()
  let requestedAcknowledgements = 0
  let buffered = 0

  const close = (reason: LimitViolation) => {
    if (connection.readyState !== 'open') return
    onViolation(reason)
    destroyConnection(connection)
  }

  connection.on('packet', (packet: EnginePacket) => {
    if (requestedAcknowledgements > 0 && isAcknowledgement(packet)) {
      requestedAcknowledgements -= 1
      return
    }
    const now = performance.now()
    allowance = Math.min(PACKET_BURST, allowance + ((now - last) / 1000) * PACKETS_PER_SECOND) - 1
    last = now
    if (allowance < 0) close('too_fast')
  })
  connection.on('packetCreate', (packet: EnginePacket) => {
    if (isAcknowledgementRequest(packet)) requestedAcknowledgements += 1
    buffered += packet.data?.length ?? 0
    if (buffered > MAX_BUFFERED_CHARACTERS) close('too_slow')
  })
  connection.on('flush', () => {
    buffered = 0
  })
}

/** Closes a connection without waiting for the client. */
export function destroyConnection(connection: SocketConnection): void {
  connection.close(true)
  // A WebSocket has its TCP connection to itself; a polling request may share one with other requests.
  if (connection.request.headers.upgrade) connection.request.socket.destroy()
}
