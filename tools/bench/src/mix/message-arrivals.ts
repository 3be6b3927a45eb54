import type { Socket } from 'socket.io-client'

const ARRIVAL_TIMEOUT_MS = 10_000

/** Observes messages on the sockets of their recipients, and acknowledges them. */
export type MessageArrivals = {
  /** Resolves when so many sockets have received a message with this content. @throws after 10 s */
  waitFor(content: string): Promise<void>
}

/** Observes the messages of pairs or groups: each arrives at the sockets of `recipients` members. */
export function observeMessageArrivals(
  sockets: readonly Socket[],
  { name = 'newMessage', recipients = 1 } = {},
): MessageArrivals {
  const arrivals = new Map<string, () => void>()
  for (const socket of sockets)
    socket.on(name, ({ content }: { content: string }, acknowledge?: () => void) => {
      acknowledge?.()
      arrivals.get(content)?.()
    })
  return {
    waitFor(content) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(() => reject(new Error(`'${content.trimEnd()}' did not arrive`)), ARRIVAL_TIMEOUT_MS)
      let left = recipients
      arrivals.set(content, () => --left === 0 && resolve())
      return promise.finally(() => {
        clearTimeout(timer)
        arrivals.delete(content)
      })
    },
  }
}
