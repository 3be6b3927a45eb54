import type { Socket } from 'socket.io-client'

const ARRIVAL_TIMEOUT_MS = 10_000

/** Observes messages on the sockets of their recipients, and acknowledges them. */
export type MessageArrivals = {
  /** Resolves when a socket receives a message with this content. @throws after 10 s */
  waitFor(content: string): Promise<void>
}

export function observeMessageArrivals(sockets: readonly Socket[]): MessageArrivals {
  const arrivals = new Map<string, () => void>()
  for (const socket of sockets)
    socket.on('newMessage', ({ content }: { content: string }, acknowledge?: () => void) => {
      acknowledge?.()
      arrivals.get(content)?.()
    })
  return {
    waitFor(content) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(() => reject(new Error(`'${content.trimEnd()}' did not arrive`)), ARRIVAL_TIMEOUT_MS)
      arrivals.set(content, resolve)
      return promise.finally(() => {
        clearTimeout(timer)
        arrivals.delete(content)
      })
    },
  }
}
