import type { BrowserContext, WebSocketRoute } from '@playwright/test'

/** A text that a page sends by its socket, and that waits for the test. */
type RoutedText = {
  /** Sends it on to the server. */
  send(): void
}

/** The Socket.IO connections of a browser, in the hands of a test. */
export type SocketRoute = {
  /** Waits until a page is connected. */
  waitForConnection(): Promise<void>
  /** Closes all connections, and refuses new ones. */
  cut(): Promise<void>
  /** Gives the texts that pages send to the test, or to the server again. */
  routeTexts(handle: ((text: RoutedText) => void) | undefined): void
}

const SOCKET_PATH = /\/socket\.io\//
const CONNECT_PACKET = /^40/
const TEXT_PACKET = /^42\d*\["sendMessage",/

/** Routes the connections of all pages that load later. */
export async function routeSockets(context: BrowserContext): Promise<SocketRoute> {
  const connected = new Set<WebSocketRoute>()
  let isCut = false
  const connection = Promise.withResolvers<void>()
  let handleText: ((text: RoutedText) => void) | undefined
  await context.route(SOCKET_PATH, (route) => (isCut ? route.abort() : route.fallback())) // polling
  await context.routeWebSocket(SOCKET_PATH, (page) => {
    if (isCut) return void page.close()
    const server = page.connectToServer()
    connected.add(page)
    page.onMessage((packet) => {
      const send = () => server.send(packet)
      if (handleText && TEXT_PACKET.test(String(packet))) handleText({ send })
      else send()
    })
    server.onMessage((packet) => {
      page.send(packet)
      if (CONNECT_PACKET.test(String(packet))) connection.resolve()
    })
  })
  return {
    waitForConnection: () => connection.promise,
    async cut() {
      isCut = true
      const closing = [...connected].map((page) => page.close())
      connected.clear()
      await Promise.all(closing)
    },
    routeTexts(handle) {
      handleText = handle
    },
  }
}
