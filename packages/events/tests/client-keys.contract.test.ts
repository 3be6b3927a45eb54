import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { alice, bob, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  type ClientKeyStore,
  type ConsumerStore,
  createMongoClientKeyStore,
  createMongoConsumerStore,
  createPostgresClientKeyStore,
  createPostgresConsumerStore,
  eventDeliveryCollections,
  eventDeliveryMigrations,
} from '../src/index.ts'
import { noon } from './given.ts'

type Opened = AsyncDisposable & {
  store: ConsumerStore<{ keys: ClientKeyStore }>
  makeOlder(key: string, hours: number): Promise<void>
}

async function openPostgresKeys(): Promise<Opened> {
  const { pool, ...database } = await openTestDatabase(eventDeliveryMigrations)
  return {
    store: createPostgresConsumerStore(pool, (tx) => ({ keys: createPostgresClientKeyStore(tx) })),
    async makeOlder(key, hours) {
      await pool.query('update client_keys set taken_at = now() - make_interval(hours => $1) where key = $2', [
        hours,
        key,
      ])
    },
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

async function openMongoKeys(url: string): Promise<Opened> {
  const { mongo, ...database } = await openTestMongo(url, ...eventDeliveryCollections)
  return {
    store: createMongoConsumerStore(mongo, (tx) => ({ keys: createMongoClientKeyStore(tx) })),
    async makeOlder(key, hours) {
      const takenAt = new Date(Date.now() - hours * 3_600_000)
      await mongo.db.collection('client_keys').updateOne({ _id: { $regex: `${key}$` } as never }, { $set: { takenAt } })
    },
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

const anId = () => newId(noon)
const aKey = () => ({ memberId: alice._id, call: 'POST /notes', key: anId(), fingerprint: 'these words' })

describeOnEachEngine({ postgres: openPostgresKeys, ...(await onSharedMongo(openMongoKeys)) }, (open) => {
  const opened = shareAcrossTests(open)
  const take = async (key: ReturnType<typeof aKey>, id: string) =>
    (await opened()).store.transaction(({ keys }) => keys.claim(key, id))

  describe('a client key', () => {
    it('answers a repeat with what was made first', async () => {
      const [key, made] = [aKey(), anId()]
      expect(await take(key, made)).toBeUndefined()
      expect(await take(key, anId())).toBe(made)
      expect(await take(key, anId())).toBe(made)
    })

    it('is refused with other words, and stays what it was', async () => {
      const [key, made] = [aKey(), anId()]
      await take(key, made)
      await expect(take({ ...key, fingerprint: 'others' }, anId())).rejects.toMatchObject({ code: 'key_reused' })
      expect(await take(key, anId())).toBe(made)
    })

    it('is another one for another member and for another call', async () => {
      const key = aKey()
      await take(key, anId())
      expect(await take({ ...key, memberId: bob._id, fingerprint: 'others' }, anId())).toBeUndefined()
      expect(await take({ ...key, call: 'POST /lists', fingerprint: 'others' }, anId())).toBeUndefined()
    })

    it('is free again when the transaction that took it failed', async () => {
      const { store } = await opened()
      const key = aKey()
      const failing = store.transaction(async ({ keys }) => {
        await keys.claim(key, anId())
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await take({ ...key, fingerprint: 'others' }, anId())).toBeUndefined()
    })

    it('is taken by one of many that meet, and names the same to the others', async () => {
      const key = aKey()
      const ids = [anId(), anId(), anId(), anId()]
      const answers = await Promise.all(ids.map((id) => take(key, id)))
      const made = ids[answers.indexOf(undefined)]
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
      expect(answers.filter((answer) => answer === made)).toHaveLength(3)
    })

    it('is kept for a day', async () => {
      const { store, makeOlder } = await opened()
      const [old, recent, made] = [aKey(), aKey(), anId()]
      await take(old, anId())
      await take(recent, made)
      await makeOlder(old.key, 25)
      await makeOlder(recent.key, 23)
      expect(await store.transaction(({ keys }) => keys.deleteExpired())).toBe(false)
      expect(await take(old, anId())).toBeUndefined()
      expect(await take(recent, anId())).toBe(made)
    })
  })
})
