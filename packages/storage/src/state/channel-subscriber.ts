import type { Logger } from '@meadow/service'
import { createBackOff } from '../back-off.ts'
import { sleep } from '../timers.ts'
import type { SharedState } from './shared-state.ts'

/** A connection that receives published messages. It does not reconnect: see `lost`. */
export type SubscriberConnection = AsyncDisposable & {
  subscribe(channel: string, onMessage: (payload: string) => void): Promise<void>
  unsubscribe(channel: string): Promise<void>
  /** Checks the connection. @throws when it is lost */
  ping(): Promise<unknown>
  /** Aborted when the connection is lost, with its subscriptions. */
  readonly lost: AbortSignal
}

/** `hasGap`: `subscribe` has returned, so messages may be missed until the next connection. */
type ChannelSubscriber = { onMessage: (payload: string) => void; onResubscribed: () => void; hasGap: boolean }

const HEARTBEAT_INTERVAL_MS = 10_000

/** Creates the subscriber of a process. All its channels share one connection, which is opened again after a loss. */
export function createChannelSubscriber(
  connect: () => Promise<SubscriberConnection>,
  log: Logger | undefined,
): Pick<SharedState, 'subscribe'> & AsyncDisposable {
  const channels = new Map<string, Set<ChannelSubscriber>>()
  const closing = new AbortController()
  const backOff = createBackOff()
  let connection: SubscriberConnection | undefined
  let running: Promise<void> | undefined
  let connectAttempt = Promise.withResolvers<void>() // settled when the current attempt has succeeded or failed

  const runGuarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log?.error({ err: error }, 'a subscriber of the shared state failed')
    }
  }

  const subscribeOn = (target: SubscriberConnection, channel: string) =>
    target.subscribe(channel, (payload) => {
      for (const { onMessage } of channels.get(channel) ?? []) runGuarded(() => onMessage(payload))
    })

  /** Pings regularly, because a broken connection is not always reported. */
  async function keepAlive(opened: SubscriberConnection): Promise<void> {
    const stop = AbortSignal.any([opened.lost, closing.signal])
    while (!stop.aborted) {
      await sleep(HEARTBEAT_INTERVAL_MS, stop)
      if (!stop.aborted) await opened.ping()
    }
  }

  async function runConnection(): Promise<void> {
    await using opened = await connect()
    connection = opened // from here on `subscribe` uses it
    for (const channel of channels.keys()) await subscribeOn(opened, channel)
    for (const subscribers of channels.values()) {
      for (const { hasGap, onResubscribed } of subscribers) if (hasGap) runGuarded(onResubscribed)
    }
    backOff.reset()
    connectAttempt.resolve()
    await keepAlive(opened)
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await runConnection()
      } catch (error) {
        if (backOff.failures === 0) log?.warn({ err: error }, 'the shared state is away')
      }
      connection = undefined
      connectAttempt.resolve()
      connectAttempt = Promise.withResolvers()
      await backOff.wait(closing.signal)
    }
    connectAttempt.resolve()
  }

  return {
    async subscribe(channel, onMessage, onResubscribed = () => {}) {
      const subscriber = { onMessage, onResubscribed, hasGap: false }
      const subscribers = channels.get(channel) ?? new Set()
      channels.set(channel, subscribers.add(subscriber))
      running ??= run()
      // if the connection is lost at this moment, the next one subscribes to the channel
      await (connection ? subscribeOn(connection, channel).catch(() => {}) : connectAttempt.promise)
      subscriber.hasGap = true
      return {
        async [Symbol.asyncDispose]() {
          subscribers.delete(subscriber)
          if (subscribers.size > 0) return
          channels.delete(channel)
          await connection?.unsubscribe(channel).catch(() => {})
        },
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}
