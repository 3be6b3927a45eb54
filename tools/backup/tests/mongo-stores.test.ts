import { expect, it } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { Decimal128, Long } from 'mongodb'
import { restoreMongoStore } from '../src/stores/mongo-restore.ts'
import { openMongoSnapshot } from '../src/stores/mongo-snapshot.ts'
import { openTestFolder, readTables, writeSnapshot } from './fixtures.ts'

const engines = await onSharedMongo(async (url) => url)

describeOnEachEngine(engines, (getUrl) => {
  it('is restored as it was at the time of the snapshot, without the lease of its outbox', async () => {
    const url = await getUrl()
    await using source = await openTestMongo(url, { name: 'posts' }, { name: 'leases' }, { name: 'members' })
    await using target = await openTestMongo(url)
    await using folder = await openTestFolder()
    await using copy = await openTestFolder()
    const post = {
      at: new Date(0),
      n: Long.fromString('9007199254740993'),
      d: Decimal128.fromString('1.10'),
      t: '\u2028\n',
    }
    await source.mongo.db.collection('posts').insertMany([post, { nothing: null, list: [1, 2.5] }])
    await source.mongo.db.collection('leases').insertOne({ holder: 'relay' })
    await using snapshot = await openMongoSnapshot(source.url, 'posts')
    await source.mongo.db.collection('members').insertOne({ after: 'the snapshot' })
    await source.mongo.db.collection('posts').insertOne({ after: 'the snapshot' })
    const stored = await writeSnapshot(snapshot, folder.path)
    await snapshot[Symbol.asyncDispose]()
    expect(stored.tables.map(({ name, lines }) => [name, lines])).toEqual([
      ['members', 0],
      ['posts', 2],
    ])

    const collections = [{ name: 'posts', indexes: [{ name: 'by_n', key: { n: 1 }, unique: true }] }]
    const options = { service: 'posts', stored, folder: folder.path, collections }
    await restoreMongoStore(target.url, options)
    expect((await target.mongo.db.collection('posts').indexes()).map(({ name }) => name)).toContain('by_n')
    await using restored = await openMongoSnapshot(target.url, 'posts')
    const again = await writeSnapshot(restored, copy.path)
    const { posts } = await readTables(folder.path, stored)
    expect(await readTables(copy.path, again)).toEqual({ posts })
    await expect(restoreMongoStore(target.url, options)).rejects.toThrow('not empty')
  })
})
