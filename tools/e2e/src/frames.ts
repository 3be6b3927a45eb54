import type { Page } from 'playwright-core'

/** What a page hears over its sockets, from when this is called: before the page is loaded. */
export type Heard = {
  /** Events of Socket.IO as they came, oldest first. */
  readonly events: string[]
  /** Waits until a connection stands. */
  isThere(): Promise<void>
}

const EVENT = /^42\d*\[/
const CONNECTED = '40'

export function hear(page: Page): Heard {
  const events: string[] = []
  let standing: object | undefined
  let told = Promise.withResolvers<void>()
  const end = () => {
    if (standing) told = Promise.withResolvers()
    standing = undefined
  }
  page.on('domcontentloaded', end) // what the page before had is gone, and the next connects when it is quiet
  page.on('websocket', (socket) => {
    end()
    socket.on('framereceived', ({ payload }) => {
      const packet = String(payload)
      if (EVENT.test(packet)) events.push(packet)
      if (!packet.startsWith(CONNECTED)) return
      standing = socket
      told.resolve()
    })
    socket.on('close', () => {
      if (standing === socket) end()
    })
  })
  return { events, isThere: () => told.promise }
}
