import { expect, it } from '@jest/globals'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  createMongoMediaRemovalQueue,
  createPostgresMediaRemovalQueue,
  type MediaRemovalQueue,
  mediaRemovalCollection,
  queueMediaRemovals,
  queueMediaRemovalsInMongo,
} from '../src/index.ts'

type Opened = AsyncDisposable & {
  removals: MediaRemovalQueue
  enqueue(paths: readonly string[], due: Date): Promise<void>
}

const TABLE =
  'create table media_to_remove (path text primary key, attempts integer not null, due_at timestamptz not null)'

async function openPostgresRemovals(): Promise<Opened> {
  const { pool, ...database } = await openTestDatabase()
  await pool.query(TABLE)
  return {
    removals: createPostgresMediaRemovalQueue(pool),
    enqueue: (paths, due) => queueMediaRemovals(pool, paths, due),
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

async function openMongoRemovals(url: string): Promise<Opened> {
  const { mongo, ...database } = await openTestMongo(url, mediaRemovalCollection)
  return {
    removals: createMongoMediaRemovalQueue(mongo),
    enqueue: (paths, due) => queueMediaRemovalsInMongo(mongo, paths, due),
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

const noon = new Date('2026-03-01T12:00:00Z')
const secondsAfterNoon = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

describeOnEachEngine({ postgres: openPostgresRemovals, ...(await onSharedMongo(openMongoRemovals)) }, (open) => {
  const opened = shareAcrossTests(open)

  it('removes due files, and retries failed removals with increasing delays', async () => {
    const { removals, enqueue } = await opened()
    await enqueue(['good', 'bad'], noon)
    await enqueue(['tomorrow'], secondsAfterNoon(86_400))
    await enqueue([], noon)
    const removed: string[] = []
    const remove = async (path: string) => {
      if (path === 'bad') throw new Error('no')
      removed.push(path)
    }
    const at = async (seconds: number) => removals.removeDue(secondsAfterNoon(seconds), remove)
    expect(await at(-1)).toEqual({ due: 0, failed: 0 })
    expect(await at(0)).toEqual({ due: 2, failed: 1 })
    expect(await at(9)).toEqual({ due: 0, failed: 0 })
    expect(await at(10)).toEqual({ due: 1, failed: 1 })
    expect(await at(29)).toEqual({ due: 0, failed: 0 })
    expect(await at(30)).toEqual({ due: 1, failed: 1 })
    expect(removed).toEqual(['good'])
  })

  it('removes a file once that was queued twice', async () => {
    const { removals, enqueue } = await opened()
    await enqueue(['twice'], secondsAfterNoon(-5))
    await enqueue(['twice', 'once'], secondsAfterNoon(-5))
    const removed: string[] = []
    await removals.removeDue(secondsAfterNoon(-5), async (path) => void removed.push(path))
    expect(removed.toSorted()).toEqual(['once', 'twice'])
  })

  it('removes many files in several batches', async () => {
    const { removals, enqueue } = await opened()
    const paths = Array.from({ length: 25 }, (_, n) => `many-${n}`)
    await enqueue(paths, secondsAfterNoon(-10))
    const removed: string[] = []
    const removeBatch = () => removals.removeDue(secondsAfterNoon(-10), async (path) => void removed.push(path))
    expect([await removeBatch(), await removeBatch(), await removeBatch()].map(({ due }) => due)).toEqual([20, 5, 0])
    expect(removed.toSorted()).toEqual(paths.toSorted())
  })
})
