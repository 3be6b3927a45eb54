type PostWatchChanges = { watch: string[]; unwatch: string[]; stalePostIds: string[] }

/**
 * Counts which posts the page watches, and computes what the server has to know. At most `limit` posts are watched. A
 * released post stays watched while there is room, so that no update is missed while a member scrolls up and down.
 */
export function createPostWatches(limit: number) {
  const counts = new Map<string, number>() // by post id; the most recently watched post is last
  const unwatchedIds = new Set<string>() // may be stale when they are watched again
  let sentIds = new Set<string>()

  const evictOne = () => {
    const released = [...counts].find(([, count]) => count === 0)
    const [id] = released ?? [...counts.keys()]
    if (id === undefined) return
    counts.delete(id)
    unwatchedIds.add(id)
  }
  return {
    add(ids: readonly string[]): void {
      for (const id of ids) {
        const count = counts.get(id) ?? 0
        counts.delete(id)
        counts.set(id, count + 1)
      }
      while (counts.size > limit) evictOne()
    },

    release(ids: readonly string[]): void {
      for (const id of ids) {
        const count = counts.get(id)
        if (count) counts.set(id, count - 1)
      }
    },

    /** Returns all watched posts. */
    list: (): string[] => [...counts.keys()],

    /** Resets what was sent, because a new connection starts without watches. */
    reset(): void {
      sentIds = new Set()
      unwatchedIds.clear() // after a reconnect all watched posts count as stale
    },

    /** Returns the changes since the last call, and the added posts that may be stale. */
    takeChanges(): PostWatchChanges {
      const watch = [...counts.keys()].filter((id) => !sentIds.has(id))
      const unwatch = [...sentIds].filter((id) => !counts.has(id))
      const stalePostIds = watch.filter((id) => unwatchedIds.delete(id))
      sentIds = new Set(counts.keys())
      return { watch, unwatch, stalePostIds }
    },
  }
}
