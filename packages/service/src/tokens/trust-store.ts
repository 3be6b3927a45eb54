import { calls } from '@meadow/contracts'
import * as z from 'zod'
import type { Logger } from '../logger.ts'
import type { Metrics, MetricsSource } from '../metrics/metrics.ts'
import { createEndedSessionList } from './ended-sessions.ts'
import { openRemoteKeys } from './remote-keys.ts'
import { retryUntilAborted } from './retry-until-aborted.ts'
import type { EndedSessions, KeySource } from './verifier.ts'

/** The channel of the shared state on which auth rings when a session ends; the payload is `{ _id, endedAt }` as JSON. */
export const SESSION_ENDED_CHANNEL = 'session-ended'

const SessionEndedMessage = z.object({ _id: z.uuid(), endedAt: z.iso.datetime() })

/** The part of the shared state that trust needs. */
export type PubSub = {
  subscribe(
    channel: string,
    onMessage: (payload: string) => void,
    onResubscribed?: () => void,
  ): Promise<AsyncDisposable>
}

export type TrustStore = MetricsSource & {
  keys: KeySource
  ended: EndedSessions
  /** Tells of each session that ends from now on: by the bell, or from auth's list after a gap. */
  onEnded(listener: (sid: string) => void): Disposable
  [Symbol.asyncDispose](): Promise<void>
}

type TrustStoreDeps = { authUrl: string; state: PubSub; keysFile?: string; log: Logger; now: () => Date }

/**
 * What a verifier knows of auth: its public keys and the recently ended sessions. Neither auth nor the shared state
 * needs to be there when this opens: what is missing is asked for again and again, and what is known stays known.
 */
export async function openTrustStore({ authUrl, state, keysFile, log, now }: TrustStoreDeps): Promise<TrustStore> {
  const keys = await openRemoteKeys({ url: new URL(calls.jwks.path, authUrl).href, file: keysFile, log, now })
  const endedFile = keysFile && `${keysFile}.ended`
  const ended = createEndedSessionList({
    url: new URL(calls.endedSessions.path, authUrl).href,
    file: endedFile,
    log,
    now,
  })
  const closing = new AbortController()
  const patience = { log, signal: closing.signal }
  let bell: AsyncDisposable | undefined
  let gaps: ReturnType<Metrics['counter']> | undefined

  const loadEnded = () => retryUntilAborted('load the ended sessions', () => ended.load(), patience)

  const onRing = (payload: string) => {
    try {
      ended.add(SessionEndedMessage.parse(JSON.parse(payload)))
    } catch (error) {
      log.error({ err: error }, 'the bell of ended sessions rang wrongly')
      void loadEnded()
    }
  }

  const onResubscribed = () => {
    gaps?.inc()
    void keys.refresh()
    void loadEnded()
  }

  void retryUntilAborted(
    'listen for ended sessions',
    async () => {
      bell = await state.subscribe(SESSION_ENDED_CHANNEL, onRing, onResubscribed)
      if (closing.signal.aborted) await bell[Symbol.asyncDispose]()
      else void loadEnded() // whatever ended while nobody listened
    },
    patience,
  )
  await Promise.all([keys.refresh(), ended.load().catch(() => undefined)])

  return {
    keys,
    ended,
    onEnded: ended.onEnded,
    registerMetrics(metrics) {
      gaps = metrics.counter({
        name: 'session_bell_reconnects_total',
        help: 'How often the bell of ended sessions was heard again after a gap; the list was then loaded anew',
      })
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await bell?.[Symbol.asyncDispose]()
    },
  }
}
