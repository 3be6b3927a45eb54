import { calls } from '@meadow/contracts'
import { fetchJson } from './fetch-json.ts'
import type { EndedSessions } from './verifier.ts'

/** How long an ended session can matter: the life of an access token (15 min), and what clocks may be apart. */
const MATTERS = 20 * 60_000

export type EndedList = EndedSessions & {
  add(session: { _id: string; endedAt: string }): void
  /** Adds what auth tells; what was known stays. @throws Error when auth does not tell */
  load(): Promise<void>
}

/** The recently ended sessions, as auth lists them at `url`. */
export function createEndedList({ url, now }: { url: string; now: () => Date }): EndedList {
  const ended = new Map<string, number>()

  const add: EndedList['add'] = ({ _id, endedAt }) => {
    const oldest = now().getTime() - MATTERS
    for (const [sid, at] of ended) if (at < oldest) ended.delete(sid)
    ended.set(_id, new Date(endedAt).getTime())
  }

  return {
    add,
    has: (sid) => ended.has(sid),
    async load() {
      const { sessions } = calls.endedSessions.answer.parse(await fetchJson(url))
      for (const session of sessions) add(session)
    },
  }
}
