import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { alice, bob, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import { CLIENT_KEY_RETENTION_MS } from '../src/client-keys/client-key-cleanup.ts'
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
import { noon } from './fixtures.ts'

type OpenedStore = AsyncDisposable & {
  store: ConsumerStore<{ keys: ClientKeyStore }>
  setAge(key: string, hours: number): Promise<void>
}

async function openPostgresKeys(): Promise<OpenedStore> {
  const { pool, ...database } = await openTestDatabase(eventDeliveryMigrations)
  return {
    store: createPostgresConsumerStore(pool, (tx) => ({ keys: createPostgresClientKeyStore(tx) })),
    async setAge(key, hours) {
      await pool.query('update client_keys set taken_at = now() - make_interval(hours => $1) where key = $2', [
        hours,
        key,
      ])
    },
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

async function openMongoKeys(url: string): Promise<OpenedStore> {
  const { mongo, ...database } = await openTestMongo(url, ...eventDeliveryCollections)
  return {
    store: createMongoConsumerStore(mongo, (tx) => ({ keys: createMongoClientKeyStore(tx) })),
    async setAge(key, hours) {
      const takenAt = new Date(Date.now() - hours * 3_600_000)
      await mongo.db.collection('client_keys').updateOne({ _id: { $regex: `${key}$` } as never }, { $set: { takenAt } })
    },
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

const createId = () => newId(noon)
const createKey = () => ({ memberId: alice._id, call: 'POST /notes', key: createId(), fingerprint: 'these words' })

describeOnEachEngine({ postgres: openPostgresKeys, ...(await onSharedMongo(openMongoKeys)) }, (open) => {
  const opened = shareAcrossTests(open)
  const claim = async (key: ReturnType<typeof createKey>, id: string) =>
    (await opened()).store.transaction(({ keys }) => keys.claim(key, id))

  describe('a client key', () => {
    it('returns the id of the first claim to a repeat', async () => {
      const [key, made] = [createKey(), createId()]
      expect(await claim(key, made)).toBeUndefined()
      expect(await claim(key, createId())).toBe(made)
      expect(await claim(key, createId())).toBe(made)
    })

    it('is rejected with another fingerprint, and keeps its id', async () => {
      const [key, made] = [createKey(), createId()]
      await claim(key, made)
      await expect(claim({ ...key, fingerprint: 'others' }, createId())).rejects.toMatchObject({ code: 'key_reused' })
      expect(await claim(key, createId())).toBe(made)
    })

    it('is separate per member and per call', async () => {
      const key = createKey()
      await claim(key, createId())
      expect(await claim({ ...key, memberId: bob._id, fingerprint: 'others' }, createId())).toBeUndefined()
      expect(await claim({ ...key, call: 'POST /lists', fingerprint: 'others' }, createId())).toBeUndefined()
    })

    it('is free again after the transaction of its claim failed', async () => {
      const { store } = await opened()
      const key = createKey()
      const failing = store.transaction(async ({ keys }) => {
        await keys.claim(key, createId())
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await claim({ ...key, fingerprint: 'others' }, createId())).toBeUndefined()
    })

    it('is claimed by one of many concurrent calls, and returns its id to the others', async () => {
      const key = createKey()
      const ids = [createId(), createId(), createId(), createId()]
      const claimedIds = await Promise.all(ids.map((id) => claim(key, id)))
      const made = ids[claimedIds.indexOf(undefined)]
      expect(claimedIds.filter((claimedId) => claimedId === undefined)).toHaveLength(1)
      expect(claimedIds.filter((claimedId) => claimedId === made)).toHaveLength(3)
    })

    it('is stored for 35 days', async () => {
      const { store, setAge } = await opened()
      const [old, recent, made] = [createKey(), createKey(), createId()]
      await claim(old, createId())
      await claim(recent, made)
      await setAge(old.key, 35 * 24 + 1)
      await setAge(recent.key, 35 * 24 - 1)
      const before = new Date(Date.now() - CLIENT_KEY_RETENTION_MS)
      expect(await store.transaction(({ keys }) => keys.deleteExpired(before))).toBe(false)
      expect(await claim(old, createId())).toBeUndefined()
      expect(await claim(recent, createId())).toBe(made)
    })
  })
})
