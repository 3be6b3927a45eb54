import { describe, expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { describeOnEachEngine, eventually, shareAcrossTests, testLog } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import {
  isTransientError,
  type MongoDatabase,
  type MongoWrite,
  openMongo,
  openMongoStore,
  runMongoWrites,
  toMongoDelete,
  toMongoInsert,
  toMongoUpdate,
  withMongoTransaction,
} from '../src/index.ts'

const counters = { name: 'counters', indexes: [{ name: 'by_n', key: { n: 1 } }] } as const

it('throws a transient error when the server is away', async () => {
  const unreachable = openMongo('mongodb://127.0.0.1:1/nobody?directConnection=true')
  await expect(unreachable.catch(isTransientError)).resolves.toBe(true)
})

describeOnEachEngine(await onSharedMongo((url) => openTestMongo(url, counters)), (open) => {
  const database = shareAcrossTests(open)

  type Counter = { _id: string; n: number }
  const all = ({ db }: MongoDatabase) => db.collection<Counter>('counters')
  const read = async (_id: string) => (await all((await database()).mongo).findOne({ _id }))?.n
  const add = (tx: MongoDatabase, _id: string) =>
    all(tx).updateOne({ _id }, { $inc: { n: 1 } }, { ...tx.operationOptions, upsert: true })

  it('opens the database of the address, or the one of the service', async () => {
    const { url } = await database()
    await using named = await openMongoStore(url, { service: 'other', schema: { collections: [] }, log: testLog })
    expect(named.db.databaseName).toBe(new URL(url).pathname.slice(1))
    const server = new URL(url)
    server.pathname = '/'
    await using own = await openMongoStore(server.href, { service: 'other', schema: { collections: [] }, log: testLog })
    expect(own.db.databaseName).toBe('meadow_other')
  })

  it('waits for the server for 3 s, or as long as the address says', async () => {
    const { url } = await database()
    const address = new URL(url)
    address.searchParams.set('connectTimeoutMS', '45000')
    address.searchParams.delete('serverSelectionTimeoutMS')
    await using mongo = await openMongo(address.href)
    expect(mongo.db.client.options).toMatchObject({ connectTimeoutMS: 45_000, serverSelectionTimeoutMS: 3_000 })
  })

  it('creates the declared indexes, also when several processes do so', async () => {
    const { url, mongo } = await database()
    const opening = Array.from({ length: 3 }, () =>
      openMongoStore(url, { service: 'x', schema: { collections: [counters] }, log: testLog }),
    )
    for (const one of await Promise.all(opening)) await one[Symbol.asyncDispose]()
    const indexes = await all(mongo).indexes()
    expect(indexes.map(({ name }) => name)).toEqual(['_id_', 'by_n'])
  })

  it('commits all writes of a transaction', async () => {
    const { mongo } = await database()
    const result = await withMongoTransaction(mongo, async (tx) => {
      await add(tx, 'first')
      await add(tx, 'second')
      return 'done'
    })
    expect([result, await read('first'), await read('second')]).toEqual(['done', 1, 1])
  })

  it('rolls back a transaction when a part of it fails', async () => {
    const { mongo } = await database()
    const failing = withMongoTransaction(mongo, async (tx) => {
      await add(tx, 'lost')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await read('lost')).toBeUndefined()
  })

  it('repeats a transaction after a write conflict, and counts each once', async () => {
    const { mongo } = await database()
    const bothStarted = Promise.withResolvers<void>()
    let made = 0
    const addConcurrently = () =>
      withMongoTransaction(mongo, async (tx) => {
        await all(tx).findOne({ _id: 'conflict' }, tx.operationOptions) // fixes its snapshot
        made += 1
        if (made === 2) bothStarted.resolve()
        await bothStarted.promise
        await add(tx, 'conflict')
      })
    await Promise.all([addConcurrently(), addConcurrently()])
    expect(await read('conflict')).toBe(2)
    expect(made).toBe(3)
  })

  it('loses none of many conflicting transactions', async () => {
    const { mongo } = await database()
    const once = () => withMongoTransaction(mongo, (tx) => add(tx, 'many'))
    await Promise.all(Array.from({ length: 20 }, () => eventually(once))) // a transaction that conflicts for too long is repeated
    expect(await read('many')).toBe(20)
  })

  it('continues within seconds after a process was killed in the middle of a transaction', async () => {
    const { mongo } = await database()
    const killed = mongo.db.client.startSession() // its transaction neither commits nor aborts
    killed.startTransaction()
    await add({ ...mongo, operationOptions: { ...mongo.operationOptions, session: killed } }, 'left')
    await eventually(() => withMongoTransaction(mongo, (tx) => add(tx, 'left')))
    expect(await read('left')).toBe(1)
    await killed.endSession()
  })

  it('reports busy and idle connections, and waiting operations', async () => {
    const { url } = await database()
    await using mongo = await openMongo(url, { name: 'meadow tests', maxConnections: 1 })
    const metrics = createMetrics()
    mongo.registerMetrics?.(metrics)
    const readMetric = async () => {
      const text = await metrics.render()
      const value = (series: string) => Number(text.split(`\n${series} `)[1]?.split('\n', 1)[0])
      return {
        busy: value('mongodb_pool_connections{pool="meadow tests",state="busy"}'),
        idle: value('mongodb_pool_connections{pool="meadow tests",state="idle"}'),
        waiting: value('mongodb_pool_waiting{pool="meadow tests"}'),
      }
    }
    const calls = Promise.allSettled(Array.from({ length: 200 }, () => all(mongo).findOne({ _id: 'first' })))
    await eventually(async () => {
      const { waiting, ...used } = await readMetric()
      expect(used).toEqual({ busy: 1, idle: 0 })
      expect(waiting).toBeGreaterThan(1)
    })
    await calls
    await eventually(async () => expect(await readMetric()).toEqual({ busy: 0, idle: 1, waiting: 0 }))
  })

  describe('writes to several collections in one command', () => {
    /** Runs the writes in a transaction that has read before, as SecantusDB requires. */
    const write = async (toWrites: (tx: MongoDatabase) => MongoWrite[]) =>
      withMongoTransaction((await database()).mongo, async (tx) => {
        await all(tx).findOne({ _id: 'one' }, tx.operationOptions)
        return runMongoWrites(tx, toWrites(tx))
      })
    const others = ({ db }: MongoDatabase) => db.collection<Counter>('others')

    it('are all stored, or none', async () => {
      const { mongo } = await database()
      const toUpserts = (tx: MongoDatabase) => [
        toMongoUpdate(all(tx), { _id: 'one' }, { $inc: { n: 1 } }, { upsert: true }),
        toMongoInsert(others(tx), { _id: 'other', n: 1 }),
      ]
      expect(await write(toUpserts)).toMatchObject({ deletedCount: 0 })
      expect(await write((tx) => [toMongoDelete(others(tx), { n: 1 })])).toMatchObject({ deletedCount: 1 })
      const toInvalid = (tx: MongoDatabase) => toMongoUpdate(others(tx), { _id: 'other' }, { $set: { _id: 'changed' } })
      await expect(write((tx) => [...toUpserts(tx), toInvalid(tx)])).rejects.toMatchObject({ code: expect.any(Number) })
      expect([await read('one'), await others(mongo).countDocuments()]).toEqual([1, 0])
    })

    it('repeat their transaction if another one has inserted the same document since it read', async () => {
      const { mongo } = await database()
      const known: (Counter | null)[] = []
      await withMongoTransaction(mongo, async (tx) => {
        known.push(await all(tx).findOne({ _id: 'inserted' }, tx.operationOptions))
        if (known.length === 1) await add(mongo, 'inserted')
        await runMongoWrites(tx, known.at(-1) ? [] : [toMongoInsert(all(tx), { _id: 'inserted', n: 9 })])
      })
      expect(known).toEqual([null, { _id: 'inserted', n: 1 }])
    })
  })
})
