import type { Logger } from '@meadow/service'
import { createBackOff } from '../back-off.ts'
import { sleep } from '../timers.ts'
import type { SharedState } from './shared-state.ts'

/** A connection that hears what is published. Whoever opens it deals with its loss. */
export type SubscriberConnection = AsyncDisposable & {
  subscribe(channel: string, onMessage: (payload: string) => void): Promise<void>
  unsubscribe(channel: string): Promise<void>
  /** @throws when it is there no more */
  ping(): Promise<unknown>
  /** Aborted when the connection is gone, and with it all it heard. */
  readonly lost: AbortSignal
}

/** `hasGap`: it has been told that it listens, or has waited in vain, so a (new) connection means missed messages. */
type ChannelSubscriber = { onMessage: (payload: string) => void; onResubscribed: () => void; hasGap: boolean }

const HEARTBEAT_INTERVAL_MS = 10_000

/** Hears for all subscribers of a process on one connection, which it makes again whenever it is lost. */
export function createChannelSubscriber(
  connect: () => Promise<SubscriberConnection>,
  log: Logger | undefined,
): Pick<SharedState, 'subscribe'> & AsyncDisposable {
  const channels = new Map<string, Set<ChannelSubscriber>>()
  const ended = new AbortController()
  const backOff = createBackOff()
  let hearing: SubscriberConnection | undefined
  let running: Promise<void> | undefined
  let attempt = Promise.withResolvers<void>() // settled when the connection that is being made is there, or is not

  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log?.error({ err: error }, 'a subscriber of the shared state failed')
    }
  }

  const listen = (on: SubscriberConnection, channel: string) =>
    on.subscribe(channel, (payload) => {
      for (const { onMessage } of channels.get(channel) ?? []) guarded(() => onMessage(payload))
    })

  /** Asks now and then, because a connection can be dead without saying so. */
  async function watch(on: SubscriberConnection): Promise<void> {
    const over = AbortSignal.any([on.lost, ended.signal])
    while (!over.aborted) {
      await sleep(HEARTBEAT_INTERVAL_MS, over)
      if (!over.aborted) await on.ping()
    }
  }

  async function stayConnected(): Promise<void> {
    await using opened = await connect()
    hearing = opened // from here on a new subscriber listens by itself
    for (const channel of channels.keys()) await listen(opened, channel)
    for (const subscribers of channels.values()) {
      for (const { hasGap, onResubscribed } of subscribers) if (hasGap) guarded(onResubscribed)
    }
    backOff.reset()
    attempt.resolve()
    await watch(opened)
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await stayConnected()
      } catch (error) {
        if (backOff.failures === 0) log?.warn({ err: error }, 'the shared state is away')
      }
      hearing = undefined
      attempt.resolve()
      attempt = Promise.withResolvers()
      await backOff.wait(ended.signal)
    }
    attempt.resolve()
  }

  return {
    async subscribe(channel, onMessage, onResubscribed = () => {}) {
      const subscriber = { onMessage, onResubscribed, hasGap: false }
      const others = channels.get(channel) ?? new Set()
      channels.set(channel, others.add(subscriber))
      running ??= run()
      // Where the connection is lost at this moment, the next one listens to the channel.
      await (hearing ? listen(hearing, channel).catch(() => {}) : attempt.promise)
      subscriber.hasGap = true
      return {
        async [Symbol.asyncDispose]() {
          others.delete(subscriber)
          if (others.size > 0) return
          channels.delete(channel)
          await hearing?.unsubscribe(channel).catch(() => {})
        },
      }
    },
    async [Symbol.asyncDispose]() {
      ended.abort()
      await running
    },
  }
}
