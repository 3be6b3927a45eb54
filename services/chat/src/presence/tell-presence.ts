import type { Presence } from '@meadow/contracts'
import type { Background, Logger } from '@meadow/service'
import type { Tell } from '../hints/hint.ts'
import type { Partners } from './partners.ts'
import type { Presences } from './presences.ts'

/** Who has not written to one another for so long is not told. */
export const RECENT_MS = 30 * 24 * 3_600_000
/** So many comings and goings are told together, after a while that is never the same. */
const AT_ONCE = 100
const BETWEEN_MS = { least: 200, jitter: 600 }

type Parts = { partners: Partners; presences: Presences; tell: Tell; log: Logger; now: () => Date }

/**
 * Tells who came and went to those who are here and talk with them, never to all: after a mass reconnection one group
 * after the other, and of each member how it is in the end.
 */
export function createPresenceTelling(parts: Parts): Background & { changed(id: string, presence: Presence): void } {
  const { partners, presences, tell, log, now } = parts
  const waiting = new Map<string, Presence>()
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  let telling = Promise.resolve()

  async function tellSome(): Promise<void> {
    const some = [...waiting].slice(0, AT_ONCE)
    for (const [id] of some) waiting.delete(id)
    const since = new Date(now().getTime() - RECENT_MS)
    const partnersOf = await partners.of(
      some.map(([id]) => id),
      since,
    )
    const here = await presences.online([...new Set([...partnersOf.values()].flat())])
    for (const [userId, presence] of some) {
      const members = partnersOf.get(userId)?.filter((id) => here.has(id)) ?? []
      if (members.length > 0) tell({ to: { members }, name: 'presence', payload: { userId, ...presence } })
    }
  }

  function schedule(): void {
    if (timer || isEnded || waiting.size === 0) return
    const next = () => {
      telling = tellSome()
        .catch((error) => log.warn({ err: error }, 'it could not be told who came and went'))
        .then(() => {
          timer = undefined
          schedule()
        })
    }
    timer = setTimeout(next, BETWEEN_MS.least + Math.random() * BETWEEN_MS.jitter)
  }

  return {
    name: 'presence telling',
    changed(id, presence) {
      waiting.set(id, presence)
      schedule()
    },
    async start() {
      isEnded = false
    },
    async stop() {
      isEnded = true
      clearTimeout(timer)
      await telling
    },
  }
}
