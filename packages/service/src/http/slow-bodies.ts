import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** The least speed of a body. It is measured over whole windows, so that short pauses of a phone do not matter. */
export type BodySpeed = { windowMs: number; minBytesPerSecond: number }

type ReceivedBytes = {
  /** Received in the last window. */
  received: number
  /** Received, and not taken by the handler yet. Then the handler is slow, and not the caller. */
  unread: number
}

/** Returns whether a caller sends a body so slowly that its connection is to be closed. */
export const isBodyTooSlow = (
  { received, unread }: ReceivedBytes,
  { windowMs, minBytesPerSecond }: BodySpeed,
): boolean => unread === 0 && received < (minBytesPerSecond * windowMs) / 1_000

type ReceivedBody = { request: IncomingMessage; receivedBefore: number | undefined; hasResponse(): boolean }

const RESPONSE_408 = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Closes connections on which a body arrives too slowly, after 408 if there is no response yet. Ends when `server` closes. */
export function closeSlowBodies(server: Server, speed: BodySpeed): void {
  /** Undefined while a connection that has sent a body sends none. */
  const bodies = new Map<Socket, ReceivedBody | undefined>()

  server.on('request', (request, response) => {
    const { socket, headers } = request
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
    if (!bodies.has(socket)) socket.once('close', () => bodies.delete(socket))
    bodies.set(socket, { request, receivedBefore: undefined, hasResponse: () => response.headersSent })
  })

  function check(): void {
    for (const [socket, body] of bodies) {
      if (!body) continue
      const { request, receivedBefore, hasResponse } = body
      if (request.complete) {
        bodies.set(socket, undefined) // keeps the listener of the connection
        continue
      }
      body.receivedBefore = socket.bytesRead
      if (receivedBefore === undefined) continue
      const bytes = { received: socket.bytesRead - receivedBefore, unread: request.readableLength }
      if (!isBodyTooSlow(bytes, speed)) continue
      if (!hasResponse()) socket.write(RESPONSE_408)
      socket.destroySoon()
    }
  }
  const timer = setInterval(check, speed.windowMs).unref()
  server.once('close', () => clearInterval(timer))
}
