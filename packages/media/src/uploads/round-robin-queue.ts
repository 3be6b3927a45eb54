import { DomainError } from '@meadow/service'

export type RoundRobinQueue = {
  /**
   * Runs `work` as soon as a slot is free and no other work of this member runs. Members take turns. An abort of `signal`
   * takes work that waits out of the queue; running work must observe it itself.
   * @throws unavailable if the queue is full | upload_failed if aborted
   */
  run<T>(memberId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

const RETRY_AFTER_SECONDS = 5

/** Creates a queue that runs one work per member and `maxConcurrency` in all; `maxQueued` others wait. */
export function createRoundRobinQueue(limits: { maxConcurrency: number; maxQueued: number }): RoundRobinQueue {
  const runningMembers = new Set<string>()
  /** The starts of the work that waits, by member: the member whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let waitingCount = 0

  function startNext(): void {
    if (runningMembers.size >= limits.maxConcurrency) return
    for (const [memberId, starts] of waiting) {
      if (runningMembers.has(memberId)) continue
      const start = starts.shift()
      waiting.delete(memberId)
      if (starts.length > 0) waiting.set(memberId, starts) // at the end: the other members come first
      waitingCount -= 1
      runningMembers.add(memberId)
      start?.()
      return
    }
  }

  function remove(memberId: string, start: () => void): void {
    const starts = waiting.get(memberId) ?? []
    const rest = starts.filter((other) => other !== start)
    waitingCount -= starts.length - rest.length
    if (rest.length > 0) waiting.set(memberId, rest)
    else waiting.delete(memberId)
  }

  const waitForTurn = (memberId: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', handleAbort)
        resolve()
      }
      const handleAbort = () => {
        remove(memberId, start)
        reject(new DomainError('upload_failed'))
      }
      signal.addEventListener('abort', handleAbort)
      waiting.set(memberId, [...(waiting.get(memberId) ?? []), start])
      waitingCount += 1
      startNext()
    })

  return {
    async run(memberId, signal, work) {
      if (signal.aborted) throw new DomainError('upload_failed')
      if (waitingCount >= limits.maxQueued) throw new DomainError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
      await waitForTurn(memberId, signal)
      try {
        return await work()
      } finally {
        runningMembers.delete(memberId)
        startNext()
      }
    },
  }
}
