import type { MongoDatabase, Queryable } from '@meadow/storage'
import type { RefusedWordsTable } from '../schema.ts'
import type { RefusedWordStore } from './refused-words.ts'

/** Creates the store of refused words on PostgreSQL. `db` is a pool or a transaction. */
export const createPostgresRefusedWords = (db: Queryable): RefusedWordStore => ({
  async readOther(version) {
    const { rows } = await db.query<Pick<RefusedWordsTable, 'version' | 'words'>>(
      'select version, words from refused_words where version <> $1',
      [version],
    )
    return rows[0]
  },
  async apply({ version, words }) {
    await db.query(
      `insert into refused_words as known (version, words) values ($1, $2)
       on conflict (one_row) do update set version = excluded.version, words = excluded.words
       where known.version < excluded.version`,
      [version, words],
    )
  },
})

/** The document of the refused words. There is one. */
type MongoRefusedWords = { _id: 'words'; version: number; words: string[] }

/** Creates the store of refused words on MongoDB. `mongo` may be a transaction. */
export function createMongoRefusedWords({ db, operationOptions }: MongoDatabase): RefusedWordStore {
  const collection = db.collection<MongoRefusedWords>('refused_words')
  return {
    async readOther(version) {
      const found = await collection.findOne({ _id: 'words', version: { $ne: version } }, operationOptions)
      return found ? { version: found.version, words: found.words } : undefined
    },
    async apply({ version, words }) {
      const known = { $ifNull: ['$version', -1] }
      const change = {
        version: { $max: [known, version] },
        words: { $cond: [{ $lt: [known, version] }, { $literal: words }, '$words'] },
      }
      await collection.updateOne({ _id: 'words' }, [{ $set: change }], { ...operationOptions, upsert: true })
    },
  }
}
