import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, jest } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { describeOnEachEngine, eventually, testLog } from '@meadow/testing'
import { onOwnRedis, onSharedRedis } from '@meadow/testing/redis'
import { isTransientError, openSharedState } from '../src/index.ts'
import { readRedisUrl } from '../src/state/redis-address.ts'

const options = { now: () => new Date('2026-03-01T12:00:00Z'), log: testLog }

describe('the address of a Redis', () => {
  it('contains the server, the account, the database and the prefix', () => {
    expect(readRedisUrl('rediss://me:a%40b@[::1]:7000/3?prefix=blue')).toEqual({
      server: { host: '::1', port: 7000, db: 3, username: 'me', password: 'a@b', tls: {} },
      prefix: 'blue:',
    })
    expect(readRedisUrl('redis://:secret@redis')).toEqual({
      server: { host: 'redis', port: 6379, db: 0, password: 'secret' },
      prefix: 'meadow:',
    })
  })

  it('may name the sentinels of a primary', () => {
    const url = 'rediss-sentinel://me:secret@one,two:7000/2?sentinelMasterId=main&sentinelPassword=other&prefix=blue'
    expect(readRedisUrl(url)).toEqual({
      server: {
        sentinels: [
          { host: 'one', port: 26379 },
          { host: 'two', port: 7000 },
        ],
        name: 'main',
        db: 2,
        username: 'me',
        password: 'secret',
        sentinelPassword: 'other',
        tls: {},
        sentinelTLS: {},
        enableTLSForSentinelMode: true,
      },
      prefix: 'blue:',
    })
  })

  it('may name nodes of a cluster', () => {
    expect(readRedisUrl('redis-cluster://:secret@one,[::1]:7000')).toEqual({
      server: {
        password: 'secret',
        clusterNodes: [
          { host: 'one', port: 6379 },
          { host: '::1', port: 7000 },
        ],
      },
      prefix: 'meadow:',
    })
  })

  it.each([
    ['redis://:secret@redis/state', 'number of a database'],
    ['redis://:secret@one,two', 'redis-sentinel:// or redis-cluster://'],
    ['redis-sentinel://:secret@one', 'needs the parameter sentinelMasterId'],
    ['redis-cluster://:secret@one/1', 'only the database 0'],
    ['rediss://:secret@redis?key=/nowhere', 'cert and key belong together'],
  ])('%s is refused without showing the password', (url, why) => {
    expect(() => readRedisUrl(url)).toThrow(why)
    expect(() => readRedisUrl(url)).not.toThrow('secret')
  })
})

describeOnEachEngine(await onSharedRedis((url) => url), (share) => {
  it('separates the keys and messages of installations with different prefixes', async () => {
    const urlOf = (prefix: string) => {
      const url = new URL(share())
      url.searchParams.set('prefix', `${url.searchParams.get('prefix') ?? 'test'}_${prefix}`)
      return url.href
    }
    await using blue = await openSharedState(urlOf('blue'), options)
    await using green = await openSharedState(urlOf('green'), options)
    const received: string[] = []
    await using _blue = await blue.subscribe('channel', (payload) => received.push(`blue ${payload}`))
    await using _green = await green.subscribe('channel', (payload) => received.push(`green ${payload}`))
    await blue.set('colour', 'blue', 60)
    expect(await green.get('colour')).toBeUndefined()
    await blue.publish('channel', 'one')
    await green.publish('channel', 'two')
    await eventually(() => expect(received.toSorted()).toEqual(['blue one', 'green two']))
  })
})

describeOnEachEngine(onOwnRedis, (runRedis) => {
  it('fails immediately while it is away, and recovers when it is back, empty', async () => {
    await using redis = await runRedis()
    await using state = await openSharedState(redis.url, options)
    const received: string[] = []
    const resubscribed = jest.fn()
    await using _ = await state.subscribe('channel', (payload) => received.push(payload), resubscribed)
    await state.set('colour', 'green', 60)
    expect(resubscribed).not.toHaveBeenCalled()

    await redis.stop()
    await eventually(() => expect(state.ping().catch(isTransientError)).resolves.toBe(true))
    for (const pending of [
      state.get('colour'),
      state.increment('tries', 1, 60),
      state.compareAndSet('colour', undefined, 'red', 60),
      state.publish('channel', 'lost'),
    ])
      await expect(pending.catch(isTransientError)).resolves.toBe(true)

    await redis.start()
    await eventually(() => expect(resubscribed).toHaveBeenCalledTimes(1))
    await eventually(() => state.publish('channel', 'again'))
    await eventually(() => expect(received).toEqual(['again']))
    expect(await state.get('colour')).toBeUndefined()
    expect(await state.increment('tries', 1, 60)).toBe(1)
  })

  it('may be away when the state is opened and subscribed to, and then connects later', async () => {
    await using redis = await runRedis()
    await redis.stop()
    await using state = await openSharedState(redis.url, options)
    const received: string[] = []
    const resubscribed = jest.fn()
    await using _ = await state.subscribe('channel', (payload) => received.push(payload), resubscribed)
    await expect(state.ping().catch(isTransientError)).resolves.toBe(true)
    await redis.start()
    await eventually(() => expect(resubscribed).toHaveBeenCalled()) // the first attempt to connect had failed
    await eventually(() => state.publish('channel', 'hello'))
    await eventually(() => expect(received).toEqual(['hello']))
  })

  it('settles every command that was running when it stopped', async () => {
    await using redis = await runRedis()
    await using state = await openSharedState(redis.url, options)
    await state.ping()
    const results: Promise<unknown>[] = []
    const polling = (async () => {
      for (let isThere = true; isThere; ) {
        const batch = Array.from({ length: 50 }, () => state.increment('tries', 1, 60))
        results.push(...batch)
        isThere = (await Promise.allSettled(batch)).every(({ status }) => status === 'fulfilled')
      }
    })()
    await eventually(() => expect(results.length).toBeGreaterThan(200))
    await redis.stop()
    await polling
    const failed = (await Promise.allSettled(results)).filter((one) => one.status === 'rejected')
    expect(failed.filter(({ reason }) => !isTransientError(reason))).toEqual([])
  })

  it('is reported in the metrics when it is away', async () => {
    await using redis = await runRedis()
    await using state = await openSharedState(redis.url, options)
    const metrics = createMetrics()
    state.registerMetrics?.(metrics)
    const readMetric = (value: number) => expect.stringContaining(`redis_connected{connection="meadow-state"} ${value}`)
    expect(await metrics.render()).toEqual(readMetric(0))
    await state.ping()
    expect(await metrics.render()).toEqual(readMetric(1))
    await redis.stop()
    await eventually(async () => expect(await metrics.render()).toEqual(readMetric(0)))
  })
})

describe('the shared state in a Redis that accepts connections and never replies', () => {
  it('times out soon for every operation', async () => {
    const open = new Set<Socket>()
    const silent = createServer((socket) => open.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    {
      await using state = await openSharedState(`redis://127.0.0.1:${port}`, options)
      const pending = [
        state.ping(),
        state.get('colour'),
        state.increment('tries', 1, 60),
        state.publish('channel', 'lost'),
      ]
      expect(await Promise.all(pending.map((one) => one.catch(isTransientError)))).toEqual([true, true, true, true])
      await using _ = await state.subscribe('channel', () => {})
    }
    for (const socket of open) socket.destroy()
    silent.close()
  })
})
