import type { Logger } from '@meadow/service'
import { createChannelSubscriber } from './channel-subscriber.ts'
import { assertPayloadSize } from './payload-size.ts'
import { readRedisUrl } from './redis-address.ts'
import { createRedisCommandRunner } from './redis-command-runner.ts'
import { createRedisMetrics } from './redis-metrics.ts'
import { COMPARE_AND_SET_SCRIPT, INCREMENT_SCRIPT } from './redis-scripts.ts'
import { openRedisSubscriber } from './redis-subscriber.ts'
import type { SharedState } from './shared-state.ts'

const CONNECTION_NAME = 'meadow-state'
/** Redis forgets an entry so long after its end by the caller's clock: clocks are not the same everywhere. */
const EXPIRY_SLACK_MS = 60_000

/** The shared state in Redis 6 or newer: entries with their end, and its channels. */
export function openRedisSharedState(url: string, { now, log }: { now: () => Date; log?: Logger }): SharedState {
  const address = readRedisUrl(url)
  const { prefix } = address
  const { client, run: ask } = createRedisCommandRunner(address, CONNECTION_NAME, log)
  const listener = createChannelSubscriber(() => openRedisSubscriber(address, `${CONNECTION_NAME}-listening`), log)

  const time = () => now().getTime()
  const endOf = (ttlSeconds: number) => time() + ttlSeconds * 1_000
  const lifeOf = (ttlSeconds: number) => Math.ceil(ttlSeconds * 1_000) + EXPIRY_SLACK_MS
  const entry = (value: string, ttlSeconds: number) => `${endOf(ttlSeconds)}:${value}`

  function read(kept: string | null | undefined): string | undefined {
    const colon = kept?.indexOf(':') ?? 0
    return kept && Number(kept.slice(0, colon)) > time() ? kept.slice(colon + 1) : undefined
  }

  return {
    async get(key) {
      return read(await ask((redis) => redis.get(prefix + key)))
    },
    async getMany(keys) {
      if (keys.length === 0) return new Map()
      const kept = await ask((redis) => redis.mget(keys.map((key) => prefix + key)))
      const all = keys.map((key, index) => [key, read(kept[index])] as const)
      return new Map(all.filter((one): one is [string, string] => one[1] !== undefined))
    },
    async set(key, value, ttlSeconds) {
      await ask((redis) => redis.set(prefix + key, entry(value, ttlSeconds), 'PX', lifeOf(ttlSeconds)))
    },
    async compareAndSet(key, was, value, ttlSeconds) {
      const given = [time(), entry(value, ttlSeconds), lifeOf(ttlSeconds), ...(was === undefined ? [] : [was])]
      return (await ask((redis) => redis.eval(COMPARE_AND_SET_SCRIPT, 1, prefix + key, ...given))) === 1
    },
    async delete(key) {
      await ask((redis) => redis.del(prefix + key))
    },
    async increment(key, by, ttlSeconds) {
      const given = [time(), by, endOf(ttlSeconds), lifeOf(ttlSeconds)]
      return Number(await ask((redis) => redis.eval(INCREMENT_SCRIPT, 1, prefix + key, ...given)))
    },
    async publish(channel, payload) {
      assertPayloadSize(payload)
      await ask((redis) => redis.publish(prefix + channel, payload))
    },
    subscribe: listener.subscribe,
    registerMetrics: createRedisMetrics(CONNECTION_NAME, client),
    async ping() {
      await ask((redis) => redis.ping())
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await client.quit().catch(() => {})
      client.disconnect()
    },
  }
}
