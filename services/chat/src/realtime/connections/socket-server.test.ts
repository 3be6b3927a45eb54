import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from '@jest/globals'
import { Server } from 'socket.io'
import { gatherPackets } from './socket-server.ts'
import type { SocketConnection } from './socket-types.ts'

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

/** Opens a connection whose packets are gathered, with a client that collects what it receives. */
async function openConnection() {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http)
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1')
  const opened = once(io.engine, 'connection')
  client.write(UPGRADE)
  const [connection]: SocketConnection[] = await opened
  if (!connection) throw new Error('There is no connection')
  gatherPackets(connection)
  let received = ''
  client.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  const receive = async (text: string) => {
    while (!received.includes(text)) await once(client, 'data')
    return received
  }
  await receive('pingInterval')
  return {
    connection,
    receive,
    countWrites: () => countWrites(connection.request.socket),
    async [Symbol.asyncDispose]() {
      client.destroy()
      await io.close()
    },
  }
}

it('writes the packets of one turn of the event loop together, those before a close included', async () => {
  await using opened = await openConnection()
  const getWrites = opened.countWrites()
  for (const text of ['one', 'two', 'three']) opened.connection.send(text)
  opened.connection.close()
  expect(await opened.receive('three')).toMatch(/one.*two.*three/s)
  expect(getWrites()).toBeLessThanOrEqual(2) // the packets, and the closing handshake
})
