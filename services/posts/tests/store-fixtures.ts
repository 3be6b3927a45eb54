import type { DomainEvent } from '@meadow/contracts'
import { readMongoOutbox, readPostgresOutbox } from '@meadow/events/testing'
import { createMongoMemberReadModel, createPostgresMemberReadModel, type MemberReadModel } from '@meadow/members'
import type { MetricsSource } from '@meadow/service'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import { postsCollections } from '../src/collections.ts'
import { postsMigrations } from '../src/migrations.ts'
import { createMongoPorts, createPostgresPorts, type PostsStorePorts } from '../src/store.ts'

type Kind = 'posts' | 'comments' | 'likes' | 'media' | 'outbox' | 'media_to_remove'

/** A store of its own, and what tests do and see there behind the back of the service. */
export type OpenStore = AsyncDisposable & {
  ports: PostsStorePorts
  engine: MetricsSource
  /** Its address. */
  url: string
  members: MemberReadModel
  /** The events that wait, oldest first. */
  facts(): Promise<DomainEvent[]>
  /** How many rows or documents there are, of one post or in all. */
  count(kind: Kind, postId?: string): Promise<number>
  /** Makes pictures older, all but one. */
  agePictures(hours: number, except?: string): Promise<void>
  /** Makes a picture one from before there were widths. */
  forgetWidths(picture: string): Promise<void>
  /** How many files could not be removed yet. */
  countFailedRemovals(): Promise<number>
}

async function openPostgres(): Promise<OpenStore> {
  const { pool, ...database } = await openTestDatabase(...postsMigrations)
  const count = async (what: string, values: unknown[] = []) =>
    (await pool.query(`select 1 from ${what}`, values)).rowCount ?? 0
  return {
    ports: createPostgresPorts(pool),
    engine: pool,
    url: database.url,
    members: createPostgresMemberReadModel(pool),
    facts: () => readPostgresOutbox(pool),
    count: (kind, postId) => (postId ? count(`${kind} where post_id = $1`, [postId]) : count(kind)),
    async agePictures(hours, except) {
      const older = 'make_interval(hours => $1)'
      await pool.query(
        `update media set created_at = created_at - ${older}, released_at = released_at - ${older}
         where id is distinct from $2`,
        [hours, except],
      )
    },
    async forgetWidths(picture) {
      await pool.query('update media set placeholder = default, narrower = default where id = $1', [picture])
    },
    countFailedRemovals: () => count('media_to_remove where attempts > 0'),
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

export async function openOnMongo(url: string): Promise<OpenStore> {
  const { mongo, ...database } = await openTestMongo(url, ...postsCollections)
  const { db } = mongo
  const pictures = db.collection<{ _id: string }>('media')
  return {
    ports: createMongoPorts(mongo),
    engine: mongo,
    url: database.url,
    members: createMongoMemberReadModel(mongo),
    facts: () => readMongoOutbox(mongo),
    count: (kind, postId) => db.collection(kind).countDocuments(postId ? { postId } : {}),
    async agePictures(hours, except = '') {
      const older = (field: string) => ({ $subtract: [`$${field}`, hours * 3_600_000] })
      const aged = { createdAt: older('createdAt'), shownUntil: older('shownUntil') }
      await pictures.updateMany({ _id: { $ne: except } }, [{ $set: aged }])
    },
    async forgetWidths(picture) {
      await pictures.updateOne({ _id: picture }, { $set: { placeholder: '', narrower: [] } })
    },
    countFailedRemovals: () => db.collection('media_to_remove').countDocuments({ attempts: { $gt: 0 } }),
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

/** The store on each engine that is to be had here. */
export const stores = async () => ({ postgres: openPostgres, ...(await onSharedMongo(openOnMongo)) })

const { testMongoUrl } = globalThis as { testMongoUrl?: string }

/** The store on which the tests of the service run: jest's project says which. */
export const openStore = (): Promise<OpenStore> => (testMongoUrl ? openOnMongo(testMongoUrl) : openPostgres())
