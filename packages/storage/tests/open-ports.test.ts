import { expect, it } from '@jest/globals'
import { testLog } from '@meadow/service/testing'
import { openPorts } from '../src/index.ts'
import { onEveryEngine, testDatabase } from '../src/testing/index.ts'
import { onMongo, testMongo } from '../src/testing/mongo.ts'

const open = (url: string) =>
  openPorts(
    url,
    { service: 'any', log: testLog },
    {
      postgres: { migrations: [], ports: () => 'in PostgreSQL' },
      mongo: { collections: [{ name: 'things' }], ports: () => 'in MongoDB' },
    },
  )

it('opens PostgreSQL by its scheme', async () => {
  await using database = await testDatabase()
  const { ports, store } = await open(database.url)
  await store[Symbol.asyncDispose]()
  expect(ports).toBe('in PostgreSQL')
})

it('knows no other engine', async () => {
  await expect(open('mysql://127.0.0.1/')).rejects.toThrow('No store for mysql:')
})

onEveryEngine(await onMongo(testMongo), (openMongo) => {
  it('opens MongoDB by its scheme, with its collections', async () => {
    await using database = await openMongo()
    const { ports, store } = await open(database.url)
    await store[Symbol.asyncDispose]()
    expect(ports).toBe('in MongoDB')
    expect(await database.mongo.db.collection('things').indexes()).toHaveLength(1)
  })
})
