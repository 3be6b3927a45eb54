/** The members with sockets on this instance. */
export type Here = {
  /** A socket of theirs has come, or one has gone. */
  came(memberId: string): void
  went(memberId: string): void
}

type Listening = { graceMs: number; settle: (memberId: string) => void }

/**
 * Counts sockets. Somebody who loads a page anew, or whose line breaks for a moment, has not left: `settle` is called
 * when the first socket has come, and a few seconds after the last has gone.
 */
export function createHere({ graceMs, settle }: Listening) {
  const sockets = new Map<string, number>()
  const leaving = new Map<string, NodeJS.Timeout>()

  return {
    came(id: string): void {
      sockets.set(id, (sockets.get(id) ?? 0) + 1)
      clearTimeout(leaving.get(id))
      leaving.delete(id)
      settle(id)
    },
    went(id: string): void {
      const left = (sockets.get(id) ?? 0) - 1
      if (left > 0) return void sockets.set(id, left)
      sockets.delete(id)
      const leave = () => {
        leaving.delete(id)
        settle(id)
      }
      leaving.set(id, setTimeout(leave, graceMs).unref())
    },
    /** Also who may come back within the grace. */
    has: (id: string): boolean => sockets.has(id) || leaving.has(id),
    all: (): string[] => [...sockets.keys()],
    end(): void {
      for (const timer of leaving.values()) clearTimeout(timer)
      leaving.clear()
    },
  }
}
