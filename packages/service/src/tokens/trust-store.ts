import { calls, EndedSessionsMessage } from '@meadow/contracts'
import type { Logger } from '../logger.ts'
import type { Metrics, MetricsSource } from '../metrics/metrics.ts'
import { createEndedSessionList } from './ended-sessions.ts'
import type { EndedSessionsNotice } from './recently-ended-sessions.ts'
import { openRemoteKeys } from './remote-keys.ts'
import { retryUntilAborted } from './retry-until-aborted.ts'
import type { EndedSessions, KeySource } from './verifier.ts'

/** The pub/sub channel on which auth publishes which sessions end, as JSON of `EndedSessionsMessage`. */
export const SESSION_ENDED_CHANNEL = 'session-ended'

/** The pub/sub channel on which auth publishes that its keys have changed. */
export const SIGNING_KEYS_CHANNEL = 'signing-keys'

/** The pub/sub part of the shared state. */
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
  /** Calls `listener` for the sessions that end from now on, also for those that are found after a gap in the channel. */
  onEnded(listener: (notice: EndedSessionsNotice) => void): Disposable
  [Symbol.asyncDispose](): Promise<void>
}

type TrustStoreDeps = { authUrl: string; state: PubSub; keysFile?: string; log: Logger; now: () => Date }

/**
 * Opens the data for the verification of access tokens: the public keys of auth and the recently ended sessions. Auth and
 * the shared state may be away: loading is retried in the background, and cached data stays in use.
 */
export async function openTrustStore({ authUrl, state, keysFile, log, now }: TrustStoreDeps): Promise<TrustStore> {
  const keys = await openRemoteKeys({ url: new URL(calls.jwks.path, authUrl).href, file: keysFile, log })
  const endedFile = keysFile && `${keysFile}.ended`
  const endedUrl = new URL(calls.endedSessions.path, authUrl).href
  const ended = createEndedSessionList({ url: endedUrl, file: endedFile, log, now })
  const closing = new AbortController()
  const retryOptions = { log, signal: closing.signal }
  const subscriptions: AsyncDisposable[] = []
  let resubscriptions: ReturnType<Metrics['counter']> | undefined

  const loadEnded = () => retryUntilAborted('load the ended sessions', () => ended.load(), retryOptions)

  const onMessage = (payload: string) => {
    try {
      ended.add(EndedSessionsMessage.parse(JSON.parse(payload)))
    } catch (error) {
      log.error({ err: error }, `invalid message in the channel ${SESSION_ENDED_CHANNEL}`)
      void loadEnded()
    }
  }

  const onResubscribed = () => {
    resubscriptions?.inc()
    void loadEnded()
  }

  const subscribe = async (...parameters: Parameters<PubSub['subscribe']>) => {
    const subscription = await state.subscribe(...parameters)
    if (closing.signal.aborted) await subscription[Symbol.asyncDispose]()
    else subscriptions.push(subscription)
  }
  const subscribeToEnded = async () => {
    await subscribe(SESSION_ENDED_CHANNEL, onMessage, onResubscribed)
    void loadEnded() // the sessions that ended before the subscription
  }
  const refreshKeys = () => void keys.refresh()
  const subscribeToKeys = async () => {
    await subscribe(SIGNING_KEYS_CHANNEL, refreshKeys, refreshKeys)
    refreshKeys() // the keys that changed before the subscription
  }
  void retryUntilAborted('subscribe to ended sessions', subscribeToEnded, retryOptions)
  void retryUntilAborted('subscribe to changes of keys', subscribeToKeys, retryOptions)
  await Promise.all([keys.refresh(), ended.load().catch(() => undefined)])

  return {
    keys,
    ended,
    onEnded: ended.onEnded,
    registerMetrics(metrics) {
      resubscriptions = metrics.counter({
        name: 'session_channel_resubscriptions_total',
        help: 'Subscriptions to the channel of ended sessions after a gap; the list is then loaded from auth',
      })
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      keys[Symbol.dispose]()
      await Promise.all(subscriptions.map((subscription) => subscription[Symbol.asyncDispose]()))
    },
  }
}
