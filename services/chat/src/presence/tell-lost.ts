import type { Presence } from '@meadow/contracts'
import type { Hint } from '../hints/hint.ts'
import type { Partners } from './partners.ts'
import { RECENT_MS } from './tell-presence.ts'

const AT_ONCE = 100

type Parts = {
  partners: Partners
  /** To the sockets of this instance: each of those that remain tells its own. */
  deliver: (hint: Hint) => Promise<void>
  now: () => Date
}
type Lost = (ids: readonly string[]) => Promise<Map<string, Presence>>

/** Tells those who are here of their partners who went with the instances that held them. */
export const tellLost =
  ({ partners, deliver, now }: Parts) =>
  async (here: readonly string[], lost: Lost): Promise<void> => {
    const since = new Date(now().getTime() - RECENT_MS)
    for (let from = 0; from < here.length; from += AT_ONCE) {
      const partnersOf = await partners.of(here.slice(from, from + AT_ONCE), since)
      const gone = await lost([...new Set([...partnersOf.values()].flat())])
      for (const [userId, presence] of gone) {
        const members = [...partnersOf].filter(([, ids]) => ids.includes(userId)).map(([id]) => id)
        await deliver({ to: { members }, name: 'presence', payload: { userId, ...presence } })
      }
    }
  }
