import { EndedSessionsMessage } from '@meadow/contracts'
import {
  createRecentlyEndedSessions,
  type EndedSessions,
  type EndedSessionsNotice,
  type Logger,
  SESSION_ENDED_CHANNEL,
} from '@meadow/service'
import { createBackOff, type SharedState } from '@meadow/storage'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../keys/signing-key.ts'
import { toEndedMemberSessions } from './session.ts'
import type { SessionRepository } from './session-repository.ts'

/** Maximal difference between the clocks of two machines. */
const MAX_CLOCK_SKEW_MS = 60_000
/** An ended session is listed until all its access tokens have expired. */
const ENDED_SESSION_TTL_MS = ACCESS_TOKEN_LIFETIME_SECONDS * 1_000 + MAX_CLOCK_SKEW_MS

/** The recently ended sessions, and the pub/sub channel to all token verifiers. */
export type EndedSessionRegistry = EndedSessions &
  AsyncDisposable & {
    /**
     * Publishes which sessions ended to all verifiers, or retries until the shared state is available again. A verifier that
     * reconnects earlier loads the whole list.
     */
    publish(notice: EndedSessionsNotice): Promise<void>
    /** Reads the recently ended sessions from the store. */
    listRecent(): Promise<EndedSessionsNotice[]>
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
  const recent = createRecentlyEndedSessions({ retentionMs: ENDED_SESSION_TTL_MS, now })
  const closing = new AbortController()

  async function listRecent(): Promise<EndedSessionsNotice[]> {
    const ended = await sessions.listEndedSince(new Date(now().getTime() - ENDED_SESSION_TTL_MS))
    return [
      ...ended.sessions.map(({ _id, endedAt }) => ({ _id, endedAt: endedAt.toISOString() })),
      ...ended.cutoffs.map(toEndedMemberSessions),
    ]
  }
  const loadRecent = async () => {
    for (const notice of await listRecent()) recent.add(notice)
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
      recent.add(EndedSessionsMessage.parse(JSON.parse(payload)))
    } catch (error) {
      log.error({ err: error }, 'invalid message on the channel of ended sessions')
      void reload()
    }
  }

  const sendMessage = (notice: EndedSessionsNotice) => state.publish(SESSION_ENDED_CHANNEL, JSON.stringify(notice))

  /** Retries until the notice is sent, or no access token that it concerns can be valid. */
  async function retryMessage(notice: EndedSessionsNotice): Promise<void> {
    const backOff = createBackOff()
    const until = Date.parse(notice.endedAt) + ENDED_SESSION_TTL_MS
    while (!closing.signal.aborted && now().getTime() < until) {
      await backOff.wait(closing.signal)
      const isSent = await sendMessage(notice).then(
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
    has: recent.has,
    listRecent,
    async publish(notice) {
      recent.add(notice)
      await sendMessage(notice).catch((error) => {
        log.warn({ err: error }, 'an ended session could not be published yet')
        void retryMessage(notice)
      })
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await subscription[Symbol.asyncDispose]()
    },
  }
}
