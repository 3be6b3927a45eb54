import type { EnginePacket, SocketConnection } from './socket-types.ts'

/** Token bucket of one connection: its size in packets, and its refill rate. */
const PACKET_BURST = 40
const PACKETS_PER_SECOND = 20

/** The bucket of messages that members send: its size, and its refill rate. The limits per member are lower and apply later. */
const SENT_MESSAGE_BURST = 100
const SENT_MESSAGES_PER_SECOND = 20

/** Limit of the data that waits for a client that does not read. */
const MAX_BUFFERED_CHARACTERS = 256 * 1024

export type LimitViolation = 'too_fast' | 'too_slow'

/** Socket.IO packets as Engine.IO carries them: `2<id>[…]` is an event that requests an acknowledgement, `3<id>[…]` is one. */
const isMessage = ({ type, data }: EnginePacket, pattern: RegExp): boolean =>
  type === 'message' && typeof data === 'string' && pattern.test(data)
const isAcknowledgementRequest = (packet: EnginePacket) => isMessage(packet, /^2\d/)
const isSentMessage = (packet: EnginePacket) => isMessage(packet, /^2\d*\["sendMessage",/)
const isAcknowledgement = (packet: EnginePacket) => isMessage(packet, /^3\d/)

/**
 * Closes a connection that sends packets faster than the limit, or reads so slowly that its send buffer grows too large.
 * Messages that the member sends have a limit of their own, with room for a fast writer. As many acknowledgements as the
 * server requested do not count: others could cut a member off by sending them messages.
 */
export function limitConnection(
  connection: SocketConnection,
  onViolation: (reason: LimitViolation) => void,
  { hasSentMessageLimit }: { hasSentMessageLimit: boolean },
): void {
  const packets = createTokenBucket(PACKET_BURST, PACKETS_PER_SECOND)
  const sentMessages = createTokenBucket(SENT_MESSAGE_BURST, SENT_MESSAGES_PER_SECOND)
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
    const isSent = isSentMessage(packet)
    if (isSent && !hasSentMessageLimit) return
    const bucket = isSent ? sentMessages : packets
    if (!bucket.take()) close('too_fast')
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

/** Creates a token bucket. `take` returns false if it is empty. */
function createTokenBucket(size: number, perSecond: number): { take(): boolean } {
  let tokens = size
  let last = performance.now()
  return {
    take() {
      const now = performance.now()
      tokens = Math.min(size, tokens + ((now - last) / 1000) * perSecond) - 1
      last = now
      return tokens >= 0
    },
  }
}

/** Closes a connection without waiting for the client. */
export function destroyConnection(connection: SocketConnection): void {
  connection.close(true)
  // A WebSocket has its TCP connection to itself; a polling request may share one with other requests.
  if (connection.request.headers.upgrade) connection.request.socket.destroy()
}
