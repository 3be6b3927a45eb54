import { ENDED_CHANNEL, type EndedSessions, type Logger } from '@meadow/service'
import { createBackOff, type SharedState } from '@meadow/storage'
import * as z from 'zod'
import { TOKEN_LIFE } from '../keys/key-ring.ts'
import type { Ended } from './session.ts'
import type { SessionRepository } from './session-repository.ts'

/** What clocks may be apart, in milliseconds. */
const SLACK = 60_000
/** How long an ended session matters: as long as an access token of it may live. */
const MATTERS = TOKEN_LIFE * 1_000 + SLACK

const Rung = z.object({ _id: z.uuid(), endedAt: z.coerce.date() })

/** The recently ended sessions, and the bell that tells everybody who verifies tokens. */
export type EndedBell = EndedSessions &
  AsyncDisposable & {
    /** Tells all verifiers, now or when the state is back: who hears it again before us has loaded the list by then. */
    ring(ended: Ended): Promise<void>
    /** Those that still matter, from the store: it is the record. */
    recent(): Promise<Ended[]>
  }

type Parts = {
  sessions: Pick<SessionRepository, 'endedSince'>
  state: Pick<SharedState, 'publish' | 'subscribe'>
  log: Logger
  now: () => Date
}

/** Opens auth's own list: loaded from the store now and after every gap, kept by the bell between. */
export async function openEndedSessions({ sessions, state, log, now }: Parts): Promise<EndedBell> {
  const known = new Map<string, number>()
  const closing = new AbortController()

  const oldest = () => now().getTime() - MATTERS
  const recent = () => sessions.endedSince(new Date(oldest()))
  const add = ({ _id, endedAt }: Ended) => {
    for (const [id, at] of known) if (at < oldest()) known.delete(id)
    known.set(_id, endedAt.getTime())
  }
  const load = async () => {
    for (const ended of await recent()) add(ended)
  }

  async function reload() {
    const backOff = createBackOff()
    while (!closing.signal.aborted) {
      try {
        return await load()
      } catch (error) {
        log.warn({ err: error }, 'the ended sessions could not be loaded')
        await backOff.wait(closing.signal)
      }
    }
  }

  function onRing(payload: string) {
    try {
      add(Rung.parse(JSON.parse(payload)))
    } catch (error) {
      log.error({ err: error }, 'the bell of ended sessions rang wrongly')
      void reload()
    }
  }

  const tell = ({ _id, endedAt }: Ended) =>
    state.publish(ENDED_CHANNEL, JSON.stringify({ _id, endedAt: endedAt.toISOString() }))

  async function tellLater(one: Ended): Promise<void> {
    const backOff = createBackOff()
    while (!closing.signal.aborted && known.has(one._id)) {
      await backOff.wait(closing.signal)
      const isTold = await tell(one).then(
        () => true,
        () => false,
      )
      if (isTold) return
    }
  }

  const bell = await state.subscribe(ENDED_CHANNEL, onRing, () => void reload())
  await load()

  return {
    has: (sid) => known.has(sid),
    recent,
    async ring(ended) {
      add(ended)
      await tell(ended).catch((error) => {
        log.warn({ err: error }, 'nobody could be told yet that a session ended')
        void tellLater(ended)
      })
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await bell[Symbol.asyncDispose]()
    },
  }
}
