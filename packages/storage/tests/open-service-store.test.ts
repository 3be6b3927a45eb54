import { expect, it } from '@jest/globals'
import { describeOnEachEngine, testLog } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import { openServiceStore } from '../src/index.ts'

const open = (url: string) =>
  openServiceStore(
    url,
    { service: 'any', log: testLog },
    {
      postgres: { migrations: [], ports: () => 'in PostgreSQL' },
      mongo: { collections: [{ name: 'things' }], ports: () => 'in MongoDB' },
    },
  )

it('opens PostgreSQL for its scheme', async () => {
  await using database = await openTestDatabase()
  const { ports, store } = await open(database.url)
  await store[Symbol.asyncDispose]()
  expect(ports).toBe('in PostgreSQL')
})

it('refuses an unknown scheme', async () => {
  await expect(open('mysql://127.0.0.1/')).rejects.toThrow('No store for mysql:')
})

describeOnEachEngine(await onSharedMongo(openTestMongo), (openMongo) => {
  it('opens MongoDB for its scheme, with its collections', async () => {
    await using database = await openMongo()
    const { ports, store } = await open(database.url)
    await store[Symbol.asyncDispose]()
    expect(ports).toBe('in MongoDB')
    expect(await database.mongo.db.collection('things').indexes()).toHaveLength(1)
  })
})
