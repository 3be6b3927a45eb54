import type { CanSendTyping } from '../ports.ts'
import type { Push } from '../push/push-bus.ts'

/** Pushes a typing notification to `recipientId`. Drops it silently if it is not allowed. */
export type SendTyping = (senderId: string, recipientId: string) => Promise<void>

type SendTypingDeps = {
  canSendTyping: CanSendTyping
  push: Push
  /** Returns true while the process is overloaded; typing notifications are then dropped. */
  isOverloaded: () => boolean
}

/** Limit per member. Clients send two per second. */
const MAX_PER_SECOND = 4

/** Creates the rate-limited sender of typing notifications. */
export function createSendTyping({ canSendTyping, push, isOverloaded }: SendTypingDeps): SendTyping {
  let counts = new Map<string, number>()
  let windowStart = performance.now()

  function isOverLimit(memberId: string): boolean {
    if (performance.now() - windowStart >= 1_000) {
      counts = new Map()
      windowStart = performance.now()
    }
    const count = (counts.get(memberId) ?? 0) + 1
    counts.set(memberId, count)
    return count > MAX_PER_SECOND
  }

  return async (senderId, recipientId) => {
    if (isOverLimit(senderId) || isOverloaded()) return
    if (!(await canSendTyping(senderId, recipientId))) return
    push({ to: { member: recipientId }, name: 'typing', payload: { senderId, recipientId } })
  }
}
