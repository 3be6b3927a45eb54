import type { SocketConnection } from './socket-types.ts'

/**
 * Gathers the packets of one turn of the event loop and writes them at once. A message is several packets for each member, and
 * every write costs a system call here and two in the gateway.
 */
export function gatherPackets(connection: SocketConnection): void {
  const { headers, socket } = connection.request

  connection.on('packetCreate', () => {
    const { transport } = connection
    if (transport.name !== 'websocket' || !transport.writable) return
    transport.writable = false // Engine.IO then keeps packets until the transport is ready
    setImmediate(() => {
      transport.writable = true
      transport.emit('ready')
    })
  })
  if (!headers.upgrade) return // began with polling: a WebSocket has another TCP connection
  connection.on('flush', () => socket.cork())
  connection.on('drain', () => socket.uncork())
}
