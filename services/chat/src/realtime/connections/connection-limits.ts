import { isJsonTooDeep } from '@meadow/service'
import type { EnginePacket, SocketConnection } from './socket-types.ts'

/** Limit of one packet. The longest valid ones have a token of 4,096 characters, or a text of 1,000 escaped characters. */
const MAX_PACKET_BYTES = 8 * 1024

/** Limit of the data that waits for a client that does not read. */
const MAX_BUFFERED_CHARACTERS = 256 * 1024

/** A token bucket: its size, and what is added each second. */
type Rate = { burst: number; perSecond: number }

/** Packets of one connection, except the messages that it sends and the acknowledgements that the server requested. */
const CONNECTION_PACKETS: Rate = { burst: 40, perSecond: 20 }
/** Messages that one connection sends. The limits per member are lower and apply later. */
const SENT_MESSAGES: Rate = { burst: 100, perSecond: 20 }
/** Packets of one connection that no contract accepts. */
const INVALID_PACKETS: Rate = { burst: 10, perSecond: 1 }

/** The traffic that all connections of a member, or of a network, may send together. */
type SharedRates = { packets: Rate; bytes: Rate }
const MEMBER_TRAFFIC: SharedRates = {
  packets: { burst: 400, perSecond: 100 },
  bytes: { burst: 512 * 1024, perSecond: 64 * 1024 },
}
/** A company or a mobile provider can have many members behind one address. */
const NETWORK_TRAFFIC: SharedRates = {
  packets: { burst: 5_000, perSecond: 1_000 },
  bytes: { burst: 4 * 1024 * 1024, perSecond: 1024 * 1024 },
}
const MAX_SHARED_BUCKETS = 10_000

/** Reasons why the server closes a connection. `too_fast`: packets or bytes; `too_early`: a second packet before the token is verified. */
export type LimitViolation = 'too_fast' | 'too_slow' | 'too_large' | 'too_deep' | 'too_early' | 'too_invalid'

export type ConnectionLimits = {
  /** Watches a new connection of a network, before its first packet. */
  watch(connection: SocketConnection, network: string): void
  /** Allows a connection to send more than its token, on account of its member. */
  authenticate(connection: SocketConnection, memberId: string): void
  /** Counts a packet that no contract accepts. */
  countInvalid(connection: SocketConnection): void
}

type ConnectionLimitsDeps = {
  onViolation: (connection: SocketConnection, reason: LimitViolation) => void
  /** False, for load tests, lifts the limits of messages and those that connections share. */
  hasRateLimits: boolean
}

type WatchedConnection = { memberId?: string; invalidPackets: TokenBucket; close: (reason: LimitViolation) => void }

/**
 * Creates the limits of what clients send. A connection that exceeds one is closed before the packet is parsed:
 * before its token is verified, it sends one packet; each packet has a limit of bytes and of nesting; packets and bytes have
 * budgets per connection, member and network. Also closes a connection whose send buffer grows because its client does not read.
 */
export function createConnectionLimits({ onViolation, hasRateLimits }: ConnectionLimitsDeps): ConnectionLimits {
  const members = createSharedBuckets(MEMBER_TRAFFIC)
  const networks = createSharedBuckets(NETWORK_TRAFFIC)
  const watched = new WeakMap<SocketConnection, WatchedConnection>()

  return {
    watch(connection, network) {
      const packets = createTokenBucket(CONNECTION_PACKETS)
      const sentMessages = createTokenBucket(SENT_MESSAGES)
      let hasSentPacket = false
      let requestedAcknowledgements = 0
      let buffered = 0
      const state: WatchedConnection = {
        invalidPackets: createTokenBucket(INVALID_PACKETS),
        close(reason) {
          if (connection.readyState !== 'open') return
          onViolation(connection, reason)
          destroyConnection(connection)
        },
      }
      watched.set(connection, state)

      /**
       * As many acknowledgements as the server requested do not count as packets: others could cut a member off by sending
       * them messages.
       */
      function isTooManyPackets(packet: EnginePacket): boolean {
        if (requestedAcknowledgements > 0 && isAcknowledgement(packet)) {
          requestedAcknowledgements -= 1
          return false
        }
        const isSent = isSentMessage(packet)
        if (isSent && !hasRateLimits) return false
        return !(isSent ? sentMessages : packets).take(1)
      }

      function isOverSharedBudget(byteCount: number): boolean {
        if (!hasRateLimits) return false
        const { memberId } = state
        return !networks.take(network, byteCount) || (memberId !== undefined && !members.take(memberId, byteCount))
      }

      function findViolation(packet: EnginePacket): LimitViolation | undefined {
        const { type, data = '' } = packet
        if (type === 'message') {
          if (!state.memberId && hasSentPacket) return 'too_early'
          hasSentPacket = true
        }
        const byteCount = Buffer.byteLength(data)
        if (byteCount > MAX_PACKET_BYTES) return 'too_large'
        if (isTooManyPackets(packet) || isOverSharedBudget(byteCount)) return 'too_fast'
        return typeof data === 'string' && isJsonTooDeep(data) ? 'too_deep' : undefined
      }

      connection.on('packet', (packet: EnginePacket) => {
        const violation = findViolation(packet)
        if (violation) state.close(violation)
      })
      connection.on('packetCreate', (packet: EnginePacket) => {
        if (isAcknowledgementRequest(packet)) requestedAcknowledgements += 1
        if (isRefusal(packet)) setImmediate(() => connection.close()) // after it is sent
        buffered += packet.data?.length ?? 0
        if (buffered > MAX_BUFFERED_CHARACTERS) state.close('too_slow')
      })
      connection.on('flush', () => {
        buffered = 0
      })
    },

    authenticate(connection, memberId) {
      const state = watched.get(connection)
      if (state) state.memberId = memberId
    },

    countInvalid(connection) {
      const state = watched.get(connection)
      if (state && !state.invalidPackets.take(1)) state.close('too_invalid')
    },
  }
}

/**
 * Socket.IO packets as Engine.IO carries them: `2<id>[…]` is an event that requests an acknowledgement, `3<id>[…]` is one, and
 * `4{…}` refuses a handshake.
 */
const isMessage = ({ type, data }: EnginePacket, pattern: RegExp): boolean =>
  type === 'message' && typeof data === 'string' && pattern.test(data)
const isAcknowledgementRequest = (packet: EnginePacket) => isMessage(packet, /^2\d/)
const isSentMessage = (packet: EnginePacket) => isMessage(packet, /^2\d*\["sendMessage",/)
const isAcknowledgement = (packet: EnginePacket) => isMessage(packet, /^3\d/)
const isRefusal = (packet: EnginePacket) => isMessage(packet, /^4/)

type TokenBucket = {
  /** Takes tokens. Returns false if there are too few. */
  take(count: number): boolean
  isFull(): boolean
}

function createTokenBucket({ burst, perSecond }: Rate): TokenBucket {
  let tokens = burst
  let last = performance.now()
  const refill = () => {
    const now = performance.now()
    tokens = Math.min(burst, tokens + ((now - last) / 1000) * perSecond)
    last = now
  }
  return {
    take(count) {
      refill()
      tokens -= count
      return tokens >= 0
    },
    isFull() {
      refill()
      return tokens === burst
    },
  }
}

/** Creates token buckets by key, of packets and bytes. Keeps at most 10,000 keys; full buckets are forgotten first. */
function createSharedBuckets({ packets, bytes }: SharedRates) {
  const buckets = new Map<string, { packets: TokenBucket; bytes: TokenBucket }>()

  function makeRoom() {
    for (const [key, bucket] of buckets) if (bucket.packets.isFull() && bucket.bytes.isFull()) buckets.delete(key)
    const [oldest] = buckets.keys()
    if (oldest !== undefined && buckets.size >= MAX_SHARED_BUCKETS) buckets.delete(oldest)
  }

  return {
    /** Counts a packet. Returns false if it is more than the budget of the key. */
    take(key: string, byteCount: number): boolean {
      let bucket = buckets.get(key)
      if (!bucket) {
        if (buckets.size >= MAX_SHARED_BUCKETS) makeRoom()
        bucket = { packets: createTokenBucket(packets), bytes: createTokenBucket(bytes) }
        buckets.set(key, bucket)
      }
      const hasPackets = bucket.packets.take(1)
      return bucket.bytes.take(byteCount) && hasPackets
    },
  }
}

/** Closes a connection without waiting for the client. */
export function destroyConnection(connection: SocketConnection): void {
  connection.close(true)
  // A WebSocket has its TCP connection to itself; a polling request may share one with other requests.
  if (connection.request.headers.upgrade) connection.request.socket.destroy()
}
