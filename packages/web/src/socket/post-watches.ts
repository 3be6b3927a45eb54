type PostWatchChanges = { watch: string[]; unwatch: string[]; stalePostIds: string[] }

/**
 * Which posts the page wants to hear of, as counts of who wants each. At most `limit` are watched: whoever was wanted
 * last stays, also after it is released, so that nothing is missed while somebody scrolls to and fro.
 */
export function createPostWatches(limit: number) {
  const counts = new Map<string, number>() // the one that was wanted last is last
  const staleIds = new Set<string>() // not watched for a while, so not up to date
  let sentIds = new Set<string>()

  const evictOne = () => {
    const released = [...counts].find(([, count]) => count === 0)
    const [id] = released ?? [...counts.keys()]
    if (id === undefined) return
    counts.delete(id)
    staleIds.add(id)
  }
  return {
    want(ids: readonly string[]): void {
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

    /** All that are watched. */
    all: (): string[] => [...counts.keys()],

    /** Forgets what the server was told: it is another one. */
    forget(): void {
      sentIds = new Set()
      staleIds.clear() // whoever begins anew asks for all of them
    },

    /** What the server has to be told since the last time, and what may have moved while it was not watched. */
    changes(): PostWatchChanges {
      const watch = [...counts.keys()].filter((id) => !sentIds.has(id))
      const unwatch = [...sentIds].filter((id) => !counts.has(id))
      const missed = watch.filter((id) => staleIds.delete(id))
      sentIds = new Set(counts.keys())
      return { watch, unwatch, stalePostIds: missed }
    },
  }
}
