import { type EndedSessions, type Logger, SESSION_ENDED_CHANNEL } from '@meadow/service'
import { createBackOff, type SharedState } from '@meadow/storage'
import * as z from 'zod'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../keys/signing-key.ts'
import type { EndedSession } from './session.ts'
import type { SessionRepository } from './session-repository.ts'

/** Maximal difference between the clocks of two machines. */
const MAX_CLOCK_SKEW_MS = 60_000
/** An ended session is listed until all its access tokens have expired. */
const ENDED_SESSION_TTL_MS = ACCESS_TOKEN_LIFETIME_SECONDS * 1_000 + MAX_CLOCK_SKEW_MS

const EndedSessionMessage = z.object({ _id: z.uuid(), endedAt: z.coerce.date() })

/** The recently ended sessions, and the pub/sub channel to all token verifiers. */
export type EndedSessionRegistry = EndedSessions &
  AsyncDisposable & {
    /**
     * Publishes an ended session to all verifiers, or retries until the shared state is available again. A verifier that
     * reconnects earlier loads the whole list.
     */
    publish(ended: EndedSession): Promise<void>
    /** Reads the recently ended sessions from the store. */
    listRecent(): Promise<EndedSession[]>
  }

type EndedSessionRegistryDeps = {
  sessions: Pick<SessionRepository, 'listEndedSince'>
  state: Pick<SharedState, 'publish' | 'subscribe'>
  log: Logger
  now: () => Date
}

/** Opens the registry of this process. It loads the list from the store at start and after each reconnection. */
export async function openEndedSessionRegistry({
  sessions,
  state,
  log,
  now,
}: EndedSessionRegistryDeps): Promise<EndedSessionRegistry> {
  const endedAtById = new Map<string, number>()
  const closing = new AbortController()

  const getOldestRelevantMs = () => now().getTime() - ENDED_SESSION_TTL_MS
  const listRecent = () => sessions.listEndedSince(new Date(getOldestRelevantMs()))
  const add = ({ _id, endedAt }: EndedSession) => {
    for (const [id, endedAtMs] of endedAtById) if (endedAtMs < getOldestRelevantMs()) endedAtById.delete(id)
    endedAtById.set(_id, endedAt.getTime())
  }
  const loadRecent = async () => {
    for (const ended of await listRecent()) add(ended)
  }

  async function reload() {
    const backOff = createBackOff()
    while (!closing.signal.aborted) {
      try {
        return await loadRecent()
      } catch (error) {
        log.warn({ err: error }, 'ended sessions could not be loaded')
        await backOff.wait(closing.signal)
      }
    }
  }

  function onMessage(payload: string) {
    try {
      add(EndedSessionMessage.parse(JSON.parse(payload)))
    } catch (error) {
      log.error({ err: error }, 'invalid message on the channel of ended sessions')
      void reload()
    }
  }

  const sendMessage = ({ _id, endedAt }: EndedSession) =>
    state.publish(SESSION_ENDED_CHANNEL, JSON.stringify({ _id, endedAt: endedAt.toISOString() }))

  async function retryMessage(session: EndedSession): Promise<void> {
    const backOff = createBackOff()
    while (!closing.signal.aborted && endedAtById.has(session._id)) {
      await backOff.wait(closing.signal)
      const isSent = await sendMessage(session).then(
        () => true,
        () => false,
      )
      if (isSent) return
    }
  }

  await using opening = new AsyncDisposableStack()
  opening.defer(() => closing.abort())
  const subscription = opening.use(await state.subscribe(SESSION_ENDED_CHANNEL, onMessage, () => void reload()))
  await loadRecent()
  opening.move()

  return {
    has: (sid) => endedAtById.has(sid),
    listRecent,
    async publish(ended) {
      add(ended)
      await sendMessage(ended).catch((error) => {
        log.warn({ err: error }, 'an ended session could not be published yet')
        void retryMessage(ended)
      })
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await subscription[Symbol.asyncDispose]()
    },
  }
}
