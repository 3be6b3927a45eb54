import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from '@jest/globals'
import { Server } from 'socket.io'
import { gatherPackets } from './gather-packets.ts'

const UPGRADE = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1
Host: meadow
Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}

`.replaceAll('\n', '\r\n')

/** Counts the writes of a TCP connection from now on. */
function countWrites(socket: Socket): () => number {
  let count = 0
  const counted = (name: '_write' | '_writev') => {
    const write = Reflect.get(socket, name) as (...args: unknown[]) => unknown
    Reflect.set(socket, name, (...args: unknown[]) => {
      count += 1
      return Reflect.apply(write, socket, args)
    })
  }
  counted('_write')
  counted('_writev')
  return () => count
}

it('writes the packets of one turn of the event loop together, those before a close included', async () => {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http)
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1')
  try {
    const opened = once(io.engine, 'connection')
    client.write(UPGRADE)
    const [connection] = await opened
    gatherPackets(connection)
    const received: string[] = []
    client.on('data', (chunk) => received.push(chunk.toString('latin1')))
    while (!received.join('').includes('pingInterval')) await once(client, 'data')
    const getWrites = countWrites(connection.request.socket)
    for (const text of ['one', 'two', 'three']) connection.send(text)
    connection.close()
    while (!received.join('').includes('three')) await once(client, 'data')
    expect(received.join('')).toMatch(/one.*two.*three/s)
    expect(getWrites()).toBeLessThanOrEqual(2) // the packets, and the closing handshake
  } finally {
    client.destroy()
    await io.close()
  }
})
