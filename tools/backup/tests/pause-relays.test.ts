import { expect, it } from '@jest/globals'
import { createPostgresOutbox, eventDeliveryMigrations } from '@meadow/events'
import { openTestDatabase } from '@meadow/testing/postgres'
import { withPausedRelays } from '../src/pause-relays.ts'

it('waits for the relays that are publishing, and keeps all of them from publishing meanwhile', async () => {
  await using one = await openTestDatabase(eventDeliveryMigrations)
  await using other = await openTestDatabase(eventDeliveryMigrations)
  await using relay = createPostgresOutbox(one.pool)
  await using otherRelay = createPostgresOutbox(other.pool)
  await using ours = createPostgresOutbox(one.pool)
  await using otherOurs = createPostgresOutbox(other.pool)
  const order: string[] = []
  const isPublishing = Promise.withResolvers<void>()
  const published = Promise.withResolvers<void>()
  const publishing = otherRelay.runExclusively(async () => {
    isPublishing.resolve()
    await published.promise
    order.push('published')
  })
  await isPublishing.promise
  const paused = withPausedRelays([ours, otherOurs], async () => {
    order.push('paused')
    return [
      await relay.runExclusively(async () => 'published'),
      await otherRelay.runExclusively(async () => 'published'),
    ]
  })
  published.resolve()
  await publishing
  expect(await paused).toEqual([undefined, undefined])
  expect(order).toEqual(['published', 'paused'])
  expect(await relay.runExclusively(async () => 'published')).toBe('published')
})

it('counts the pause from the time when the first relay is held, also while it waits for the next', async () => {
  const held: number[] = []
  const first = {
    runExclusively: <T>(work: () => Promise<T>) => {
      held.push(performance.now())
      return work()
    },
  }
  const answers = [undefined, undefined]
  const busy = { runExclusively: async <T>(work: () => Promise<T>) => (answers.length > 0 ? answers.pop() : work()) }
  const pausedSince = await withPausedRelays([first, busy], async (since) => since)
  expect(pausedSince).toBeLessThanOrEqual(held[0] ?? 0)
})
