import { EventEmitter } from 'node:events'
import { expect, it, jest } from '@jest/globals'
import { createPresenceRegistration } from './socket-registration.ts'
import type { RealtimeSocket } from './socket-types.ts'

/** Registers a socket. Its connection closes as in Socket.IO, where the close of the connection disconnects the socket. */
async function register() {
  const connectedMembers = { addSocket: jest.fn(async () => {}), removeSocket: jest.fn() }
  const conn = Object.assign(new EventEmitter(), { readyState: 'open' })
  const socket = Object.assign(new EventEmitter(), { conn, data: { claims: { sub: 'ann' } } })
  let isConnected = false
  conn.on('close', () => isConnected && socket.emit('disconnect'))
  const registered = createPresenceRegistration(connectedMembers)(socket as unknown as RealtimeSocket, () => {
    isConnected = true
  })
  return { ...connectedMembers, conn, socket, registered }
}

it('counts the end of a connection once, by its close and the disconnection that it causes', async () => {
  const { addSocket, removeSocket, conn, registered } = await register()
  await registered
  expect(addSocket.mock.calls).toEqual([['ann']])
  conn.emit('close')
  expect(removeSocket.mock.calls).toEqual([['ann']])
})

it('counts the end of a connection that closes during the handshake', async () => {
  const { removeSocket, conn } = await register()
  conn.emit('close')
  expect(removeSocket).toHaveBeenCalledTimes(1)
})

it('counts a disconnection whose connection stays open', async () => {
  const { removeSocket, conn, socket, registered } = await register()
  await registered
  socket.emit('disconnect')
  conn.emit('close')
  expect(removeSocket).toHaveBeenCalledTimes(1)
})
