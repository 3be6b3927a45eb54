import type { Connection } from './chat-server.ts'

/** Packets that a connection may send at once, and per second in the long run. */
const BURST = 40
const PER_SECOND = 20

/** Characters that may wait for somebody who does not read. */
const WAITING_MAX = 256 * 1024

/**
 * Keeps one connection from harming the others: it is closed, alone, when it sends faster than people and their pages
 * do, or reads so slowly that too much waits for it.
 */
export function guard(connection: Connection, refused: (why: 'too_fast' | 'too_slow') => void): void {
  let allowance = BURST
  let last = performance.now()
  let waiting = 0

  const end = (why: 'too_fast' | 'too_slow') => {
    if (connection.readyState !== 'open') return
    refused(why)
    cut(connection)
  }

  connection.on('packet', () => {
    const now = performance.now()
    allowance = Math.min(BURST, allowance + ((now - last) / 1000) * PER_SECOND) - 1
    last = now
    if (allowance < 0) end('too_fast')
  })
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    waiting += data?.length ?? 0
    if (waiting > WAITING_MAX) end('too_slow')
  })
  connection.on('flush', () => {
    waiting = 0
  })
}

/** Closes a connection without waiting for the other side. */
export function cut(connection: Connection): void {
  connection.close(true)
  if (connection.request.headers.upgrade) connection.request.socket.destroy() // nobody else's, unlike one that is polled by
}
