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
/** Redis deletes an entry this long after its expiry, because the clocks of callers differ. */
const EXPIRY_SLACK_MS = 60_000

/** Opens the shared state in Redis 6 or newer: entries with their expiry, and channels. */
export function openRedisSharedState(url: string, { now, log }: { now: () => Date; log?: Logger }): SharedState {
  const address = readRedisUrl(url)
  const { prefix } = address
  const { client, run } = createRedisCommandRunner(address, CONNECTION_NAME, log)
  const listener = createChannelSubscriber(() => openRedisSubscriber(address, `${CONNECTION_NAME}-subscriber`), log)

  const getTimeMs = () => now().getTime()
  const getExpiryMs = (ttlSeconds: number) => getTimeMs() + ttlSeconds * 1_000
  const getLifetimeMs = (ttlSeconds: number) => Math.ceil(ttlSeconds * 1_000) + EXPIRY_SLACK_MS
  const toEntry = (value: string, ttlSeconds: number) => `${getExpiryMs(ttlSeconds)}:${value}`

  function readLiveValue(entry: string | null | undefined): string | undefined {
    const colon = entry?.indexOf(':') ?? 0
    return entry && Number(entry.slice(0, colon)) > getTimeMs() ? entry.slice(colon + 1) : undefined
  }

  async function compareAndSet(key: string, expected: string | undefined, value: string, ttlSeconds: number) {
    const args = [getTimeMs(), toEntry(value, ttlSeconds), getLifetimeMs(ttlSeconds)]
    if (expected !== undefined) args.push(expected)
    return (await run((redis) => redis.eval(COMPARE_AND_SET_SCRIPT, 1, prefix + key, ...args))) === 1
  }

  return {
    async get(key) {
      return readLiveValue(await run((redis) => redis.get(prefix + key)))
    },
    async getMany(keys) {
      if (keys.length === 0) return new Map()
      const names = keys.map((key) => prefix + key)
      const entries = await run((redis) =>
        address.server.clusterNodes ? Promise.all(names.map((name) => redis.get(name))) : redis.mget(names),
      )
      const values = keys.map((key, index) => [key, readLiveValue(entries[index])] as const)
      return new Map(values.filter((pair): pair is [string, string] => pair[1] !== undefined))
    },
    async set(key, value, ttlSeconds) {
      await run((redis) => redis.set(prefix + key, toEntry(value, ttlSeconds), 'PX', getLifetimeMs(ttlSeconds)))
    },
    compareAndSet,
    async compareAndSetMany(changes, ttlSeconds) {
      const results = changes.map(async ({ key, expected, value }) => {
        return (await compareAndSet(key, expected, value, ttlSeconds)) ? [key] : []
      })
      return new Set((await Promise.all(results)).flat())
    },
    async delete(key) {
      await run((redis) => redis.del(prefix + key))
    },
    async increment(key, by, ttlSeconds) {
      const args = [getTimeMs(), by, getExpiryMs(ttlSeconds), getLifetimeMs(ttlSeconds)]
      return Number(await run((redis) => redis.eval(INCREMENT_SCRIPT, 1, prefix + key, ...args)))
    },
    async publish(channel, payload) {
      assertPayloadSize(payload)
      await run((redis) => redis.publish(prefix + channel, payload))
    },
    subscribe: listener.subscribe,
    registerMetrics: createRedisMetrics(CONNECTION_NAME, client),
    async ping() {
      await run((redis) => redis.ping())
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await client.quit().catch(() => {})
      client.disconnect()
    },
  }
}
