import type { Page } from '@playwright/test'

/** The Socket.IO frames that a page receives. */
export type SocketFrames = {
  /** The event packets, oldest first. */
  readonly events: string[]
  /** Waits until the page is connected. */
  waitForConnection(): Promise<void>
}

const EVENT_PACKET = /^42\d*\[/
const CONNECT_PACKET = '40'

/** Records the frames of a page. Must be called before the page loads. */
export function recordSocketFrames(page: Page): SocketFrames {
  const events: string[] = []
  let connected: object | undefined
  let connection = Promise.withResolvers<void>()
  const end = () => {
    if (connected) connection = Promise.withResolvers()
    connected = undefined
  }
  page.on('domcontentloaded', end) // the sockets of the previous page are closed
  page.on('websocket', (socket) => {
    end()
    socket.on('framereceived', ({ payload }) => {
      const packet = String(payload)
      if (EVENT_PACKET.test(packet)) events.push(packet)
      if (!packet.startsWith(CONNECT_PACKET)) return
      connected = socket
      connection.resolve()
    })
    socket.on('close', () => {
      if (connected === socket) end()
    })
  })
  return { events, waitForConnection: () => connection.promise }
}
