/** Counts the sockets of each member on this instance. */
export type ConnectedMembers = {
  /** Resolves when peer instances can find the member here. Never rejects. */
  addSocket(memberId: string): Promise<void>
  removeSocket(memberId: string): void
  /** Returns true for a member with a socket, and during the grace period after the last one was closed. */
  has(memberId: string): boolean
  /** Returns the members who have a socket now. */
  list(): string[]
  /** Cancels the running grace periods. */
  stop(): void
}

type ConnectedMembersDeps = { graceMs: number; onChange: (memberId: string) => Promise<void> }

/**
 * Creates the count. Calls `onChange` for each new socket, and `graceMs` after the last one was closed: a member who
 * reloads the page, or whose connection breaks for a moment, does not go offline.
 */
export function createConnectedMembers({ graceMs, onChange }: ConnectedMembersDeps): ConnectedMembers {
  const socketCounts = new Map<string, number>()
  const graceTimers = new Map<string, NodeJS.Timeout>()

  return {
    addSocket(id) {
      socketCounts.set(id, (socketCounts.get(id) ?? 0) + 1)
      clearTimeout(graceTimers.get(id))
      graceTimers.delete(id)
      return onChange(id)
    },
    removeSocket(id) {
      const remaining = (socketCounts.get(id) ?? 0) - 1
      if (remaining > 0) return void socketCounts.set(id, remaining)
      socketCounts.delete(id)
      const leave = () => {
        graceTimers.delete(id)
        void onChange(id)
      }
      graceTimers.set(id, setTimeout(leave, graceMs).unref())
    },
    has: (id) => socketCounts.has(id) || graceTimers.has(id),
    list: () => [...socketCounts.keys()],
    stop() {
      for (const timer of graceTimers.values()) clearTimeout(timer)
      graceTimers.clear()
    },
  }
}
