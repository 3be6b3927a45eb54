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
  it('names the server, the account, the database and what all names begin with', () => {
    expect(readRedisUrl('rediss://me:a%40b@[::1]:7000/3?prefix=blue')).toEqual({
      server: { host: '::1', port: 7000, db: 3, username: 'me', password: 'a@b', tls: {} },
      prefix: 'blue:',
    })
    expect(readRedisUrl('redis://:secret@redis')).toEqual({
      server: { host: 'redis', port: 6379, db: 0, password: 'secret' },
      prefix: 'meadow:',
    })
  })

  it('is refused when its path is no number', () => {
    expect(() => readRedisUrl('redis://redis/state')).toThrow('number of a database')
  })
})

describeOnEachEngine(await onSharedRedis((url) => url), (share) => {
  it('keeps installations apart that share it, their messages, too', async () => {
    const urlOf = (prefix: string) => {
      const url = new URL(share())
      url.searchParams.set('prefix', `${url.searchParams.get('prefix') ?? 'test'}_${prefix}`)
      return url.href
    }
    await using blue = await openSharedState(urlOf('blue'), options)
    await using green = await openSharedState(urlOf('green'), options)
    const heard: string[] = []
    await using _blue = await blue.subscribe('bell', (payload) => heard.push(`blue ${payload}`))
    await using _green = await green.subscribe('bell', (payload) => heard.push(`green ${payload}`))
    await blue.set('colour', 'blue', 60)
    expect(await green.get('colour')).toBeUndefined()
    await blue.publish('bell', 'one')
    await green.publish('bell', 'two')
    await eventually(() => expect(heard.toSorted()).toEqual(['blue one', 'green two']))
  })
})

describeOnEachEngine(onOwnRedis, (runRedis) => {
  it('fails at once while it is away, and goes on by itself when it is back, empty', async () => {
    await using redis = await runRedis()
    await using state = await openSharedState(redis.url, options)
    const heard: string[] = []
    const resubscribed = jest.fn()
    await using _ = await state.subscribe('bell', (payload) => heard.push(payload), resubscribed)
    await state.set('colour', 'green', 60)
    expect(resubscribed).not.toHaveBeenCalled()

    await redis.stop()
    await eventually(() => expect(state.ping().catch(isTransientError)).resolves.toBe(true))
    for (const asked of [
      state.get('colour'),
      state.increment('tries', 1, 60),
      state.compareAndSet('colour', undefined, 'red', 60),
      state.publish('bell', 'lost'),
    ])
      await expect(asked.catch(isTransientError)).resolves.toBe(true)

    await redis.start()
    await eventually(() => expect(resubscribed).toHaveBeenCalledTimes(1))
    await eventually(() => state.publish('bell', 'again'))
    await eventually(() => expect(heard).toEqual(['again']))
    expect(await state.get('colour')).toBeUndefined()
    expect(await state.increment('tries', 1, 60)).toBe(1)
  })

  it('may be away when the state is opened and subscribed to, which begins when it does', async () => {
    await using redis = await runRedis()
    await redis.stop()
    await using state = await openSharedState(redis.url, options)
    const heard: string[] = []
    const resubscribed = jest.fn()
    await using _ = await state.subscribe('bell', (payload) => heard.push(payload), resubscribed)
    await expect(state.ping().catch(isTransientError)).resolves.toBe(true)
    await redis.start()
    await eventually(() => expect(resubscribed).toHaveBeenCalled()) // it had waited in vain
    await eventually(() => state.publish('bell', 'hello'))
    await eventually(() => expect(heard).toEqual(['hello']))
  })

  it('leaves no question without an answer that was on its way when it ended', async () => {
    await using redis = await runRedis()
    await using state = await openSharedState(redis.url, options)
    await state.ping()
    const answers: Promise<unknown>[] = []
    const asking = (async () => {
      for (let isThere = true; isThere; ) {
        const some = Array.from({ length: 50 }, () => state.increment('tries', 1, 60))
        answers.push(...some)
        isThere = (await Promise.allSettled(some)).every(({ status }) => status === 'fulfilled')
      }
    })()
    await eventually(() => expect(answers.length).toBeGreaterThan(200))
    await redis.stop()
    await asking
    const failed = (await Promise.allSettled(answers)).filter((one) => one.status === 'rejected')
    expect(failed.filter(({ reason }) => !isTransientError(reason))).toEqual([])
  })

  it('is seen in the metrics when it is away', async () => {
    await using redis = await runRedis()
    await using state = await openSharedState(redis.url, options)
    const metrics = createMetrics()
    state.registerMetrics?.(metrics)
    const told = (value: number) => expect.stringContaining(`redis_connected{connection="meadow-state"} ${value}`)
    expect(await metrics.render()).toEqual(told(0))
    await state.ping()
    expect(await metrics.render()).toEqual(told(1))
    await redis.stop()
    await eventually(async () => expect(await metrics.render()).toEqual(told(0)))
  })
})

describe('the shared state in a Redis that accepts and never answers', () => {
  it('gives up soon, whatever is asked', async () => {
    const open = new Set<Socket>()
    const silent = createServer((socket) => open.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    {
      await using state = await openSharedState(`redis://127.0.0.1:${port}`, options)
      const asked = [state.ping(), state.get('colour'), state.increment('tries', 1, 60), state.publish('bell', 'lost')]
      expect(await Promise.all(asked.map((one) => one.catch(isTransientError)))).toEqual([true, true, true, true])
      await using _ = await state.subscribe('bell', () => {})
    }
    for (const socket of open) socket.destroy()
    silent.close()
  })
})
