import { dropMongoIndexes, type MongoMigration } from '@meadow/storage'

/** Changes of existing documents and indexes. Append-only: what is merged is never edited. */
export const postsMongoMigrations: MongoMigration[] = [
  {
    name: '0001-drop-unused-indexes', // of timelines before posts and likes were sorted by their ids
    async runStep(mongo) {
      await dropMongoIndexes(mongo, 'posts', ['by_time'])
      await dropMongoIndexes(mongo, 'likes', ['by_member', 'of_author'])
    },
  },
]
