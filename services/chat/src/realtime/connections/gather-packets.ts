import type { EnginePacket, SocketConnection } from './socket-types.ts'

/** A mark that a message was delivered waits this long for other packets to its socket, and does not delay those of others. */
const DELIVERY_MARK_DELAY_MS = 20

const isDeliveryMark = ({ data }: EnginePacket): boolean =>
  typeof data === 'string' && data.startsWith('2["messageDelivered",')

/**
 * Gathers the packets of one turn of the event loop and writes them at once. A message is several packets for each member, and
 * every write costs a system call here and two in the gateway.
 */
export function gatherPackets(connection: SocketConnection): void {
  const { headers, socket } = connection.request
  let timer: NodeJS.Timeout | undefined
  let isFlushing = false

  connection.on('packetCreate', (packet: EnginePacket) => {
    const { transport } = connection
    if (isFlushing || transport.name !== 'websocket' || !(transport.writable || timer)) return
    transport.writable = false // Engine.IO then keeps packets until the transport is ready
    const flush = () => {
      clearTimeout(timer)
      timer = undefined
      isFlushing = false
      transport.writable = true
      transport.emit('ready')
    }
    if (isDeliveryMark(packet)) timer ??= setTimeout(flush, DELIVERY_MARK_DELAY_MS)
    else {
      isFlushing = true
      setImmediate(flush)
    }
  })
  if (!headers.upgrade) return // began with polling: a WebSocket has another TCP connection
  connection.on('flush', () => socket.cork())
  connection.on('drain', () => socket.uncork())
}
