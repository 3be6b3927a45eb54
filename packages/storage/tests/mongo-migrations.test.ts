import { expect, it } from '@jest/globals'
import { describeOnEachEngine, eventually, testLog } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { type MongoMigration, openMongoStore } from '../src/index.ts'
import { migrateDatabases } from '../src/roles/migrate-databases.ts'
import { stateMigrations } from '../src/state/state-migrations.ts'

type Post = { _id: number; language?: string }
const posts = { name: 'posts', indexes: [{ name: 'by_language', key: { language: 1 } }] } as const

/** Fills in a field of two posts per step. `onStep` runs before each. */
const createBackFill = (onStep: () => Promise<void> = async () => {}): MongoMigration => ({
  name: '0001-language',
  async runStep({ db }, position) {
    await onStep()
    const collection = db.collection<Post>('posts')
    const next = await collection
      .find({ _id: { $gt: Number(position ?? 0) } })
      .sort({ _id: 1 })
      .limit(2)
      .toArray()
    const ids = next.map(({ _id }) => _id)
    await collection.updateMany({ _id: { $in: ids } }, { $set: { language: 'en' } })
    return ids.at(-1)
  },
})

describeOnEachEngine(await onSharedMongo(openTestMongo), (openDatabase) => {
  async function openFilled() {
    const database = await openDatabase()
    const collection = database.mongo.db.collection<Post>('posts')
    await collection.insertMany([1, 2, 3, 4, 5].map((_id) => ({ _id })))
    const open = (...migrations: MongoMigration[]) =>
      openMongoStore(database.url, { service: 'any', schema: { collections: [posts], migrations }, log: testLog })
    const openWithoutMigration = (...migrations: MongoMigration[]) =>
      openMongoStore(database.url, {
        service: 'any',
        schema: { collections: [posts], migrations },
        autoMigrate: 'off',
        log: testLog,
      })
    const countFilled = () => collection.countDocuments({ language: 'en' })
    return { ...database, collection, open, openWithoutMigration, countFilled }
  }

  it('replaces an index whose definition has changed', async () => {
    await using filled = await openFilled()
    await filled.collection.createIndex({ _id: -1 }, { name: 'by_language' })
    for (const _start of [1, 2]) {
      await using _store = await filled.open()
      await eventually(async () => {
        const indexes = await filled.collection.indexes()
        expect(indexes.map(({ key }) => key)).toEqual([{ _id: 1 }, { language: 1 }])
      })
    }
  })

  it('migrates in the background, while the store is in use', async () => {
    await using filled = await openFilled()
    const { promise: mayContinue, resolve: proceed } = Promise.withResolvers<void>()
    await using store = await filled.open(createBackFill(() => mayContinue))
    await store.db.collection<Post>('posts').insertOne({ _id: 6 })
    expect(await filled.countFilled()).toBe(0)
    proceed()
    await eventually(async () => expect(await filled.countFilled()).toBe(6))
  })

  it('runs each step once, however many processes start', async () => {
    await using filled = await openFilled()
    let steps = 0
    const backFill = createBackFill(async () => {
      steps += 1
    })
    const stores = await Promise.all([1, 2, 3].map(() => filled.open(backFill)))
    await eventually(async () => await (await filled.openWithoutMigration(backFill))[Symbol.asyncDispose]())
    for (const store of stores) await store[Symbol.asyncDispose]()
    expect([await filled.countFilled(), steps]).toEqual([5, 4]) // the last step finds nothing
  })

  it('continues after the last step when a process stops in the middle', async () => {
    await using filled = await openFilled()
    const { promise: isSecondStep, resolve: reachSecondStep } = Promise.withResolvers<void>()
    let steps = 0
    const interrupted = createBackFill(async () => {
      steps += 1
      if (steps !== 2) return
      reachSecondStep()
      throw new Error('the process stops')
    })
    const first = await filled.open(interrupted)
    await isSecondStep
    await first[Symbol.asyncDispose]()
    expect(await filled.countFilled()).toBe(2)
    await using _second = await filled.open(interrupted)
    await eventually(async () => expect(await filled.countFilled()).toBe(5))
    expect(steps).toBeGreaterThan(2)
  })

  it('only checks with AUTO_MIGRATE=off, and accepts what the migrate command of this or a newer version did', async () => {
    await using filled = await openFilled()
    const [backFill, newer] = [createBackFill(), { name: '0002-newer', runStep: async () => undefined }]
    await expect(filled.openWithoutMigration(backFill)).rejects.toThrow(
      'lacks posts.by_language, 0001-language: run src/migrate.ts of the service in this version, or set AUTO_MIGRATE=on',
    )
    const schema = {
      migrations: [],
      mongo: { collections: [posts], migrations: [backFill, newer] },
      bus: { migrations: stateMigrations, grants: [] },
    }
    await migrateDatabases({ STORE_URL: filled.url }, { service: 'any', schema, log: testLog })
    await using _store = await filled.openWithoutMigration(backFill)
    expect(await filled.countFilled()).toBe(5)
  })
})
