import { listenForCommitSignals, type MongoStore } from '@meadow/storage'
import { postsIn } from '../posts/mongo-post-collections.ts'
import { listTags } from '../tags/tag.ts'
import type { PostIndex } from './post-indexer.ts'
import { toIndexTerms } from './search-terms.ts'

const BATCH_SIZE = 200
/** Selects documents whose terms are null or missing, by the index on terms. */
const NOT_INDEXED = { terms: null } as object

/**
 * Creates the index on MongoDB: fields of the documents of posts. Documents without them are new, edited, or of an earlier version. Several
 * processes may index the same document: they store the same.
 */
export const createMongoPostIndex = (mongo: MongoStore): PostIndex => ({
  onCommitted: (listener) => listenForCommitSignals(mongo, listener),
  async indexNext() {
    const posts = postsIn(mongo)
    const options = { ...mongo.operationOptions, projection: { content: 1, facets: 1 } }
    const rows = await posts.find(NOT_INDEXED, options).limit(BATCH_SIZE).toArray()
    if (rows.length === 0) return 0
    await posts.bulkWrite(
      rows.map(({ _id, content, facets = [] }) => ({
        updateOne: {
          filter: { _id, content },
          update: { $set: { terms: ['', ...toIndexTerms(content).keys()], tags: listTags(facets) } },
        },
      })),
      { ...mongo.operationOptions, ordered: false },
    )
    return rows.length
  },
})
