type Changes = { watch: string[]; unwatch: string[]; missed: string[] }

/**
 * Which posts the page wants to hear of, as counts of who wants each. At most `limit` are watched: whoever was wanted
 * last stays, also after it is released, so that nothing is missed while somebody scrolls to and fro.
 */
export function createWatches(limit: number) {
  const counts = new Map<string, number>() // the one that was wanted last is last
  const lost = new Set<string>() // not watched for a while, so not up to date
  let told = new Set<string>()

  const drop = () => {
    const released = [...counts].find(([, count]) => count === 0)
    const [id] = released ?? [...counts.keys()]
    if (id === undefined) return
    counts.delete(id)
    lost.add(id)
  }
  return {
    want(ids: readonly string[]): void {
      for (const id of ids) {
        const count = counts.get(id) ?? 0
        counts.delete(id)
        counts.set(id, count + 1)
      }
      while (counts.size > limit) drop()
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
      told = new Set()
      lost.clear() // whoever begins anew asks for all of them
    },

    /** What the server has to be told since the last time, and what may have moved while it was not watched. */
    changes(): Changes {
      const watch = [...counts.keys()].filter((id) => !told.has(id))
      const unwatch = [...told].filter((id) => !counts.has(id))
      const missed = watch.filter((id) => lost.delete(id))
      told = new Set(counts.keys())
      return { watch, unwatch, missed }
    },
  }
}
