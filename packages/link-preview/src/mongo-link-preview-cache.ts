import { queueMediaRemovalsInMongo } from '@meadow/media'
import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { type LinkPreview, listPreviewFiles, type NamePreviewFile } from './link-preview.ts'
import {
  type FetchedLink,
  type LinkPreviewCache,
  UNUSED_CHECK_BATCH_SIZE,
  UNUSED_CHECK_DELAY_MS,
  USED_CHECK_INTERVAL_MS,
} from './link-preview-cache.ts'

type LinkPreviewDocument = FetchedLink & { expiresAt: Date; checkAt: Date; shownAt?: Date }

export const linkPreviewCollection: MongoCollection = {
  name: 'link_previews',
  indexes: [
    { name: 'by_url', key: { url: 1, expiresAt: -1 } },
    { name: 'by_check', key: { checkAt: 1 } },
  ],
}

export const linkPreviewsIn = ({ db }: MongoDatabase) => db.collection<LinkPreviewDocument>(linkPreviewCollection.name)

/** Converts a document to the preview; null if the address has none. */
export const documentToLinkPreview = ({
  _id,
  url,
  page,
}: Pick<FetchedLink, '_id' | 'url' | 'page'>): LinkPreview | null => page && { _id, url, ...page }

type MongoLinkPreviewCacheOptions = {
  /** Returns those of the previews that a text of the service shows. */
  findUsed: (tx: MongoDatabase, ids: readonly string[]) => Promise<ReadonlySet<string>>
  toPath: NamePreviewFile
}

/** Stores the cache in the collection `link_previews` of the service. */
export const createMongoLinkPreviewCache = (
  mongo: MongoDatabase,
  { findUsed, toPath }: MongoLinkPreviewCacheOptions,
): LinkPreviewCache => ({
  async find(url, at) {
    const [found] = await linkPreviewsIn(mongo)
      .find({ url, expiresAt: { $gt: at } }, mongo.operationOptions)
      .sort({ expiresAt: -1 })
      .limit(1)
      .toArray()
    return found && documentToLinkPreview(found)
  },
  async add(fetched) {
    const times = { expiresAt: fetched.fetchedAt, checkAt: toCheckTime(fetched.fetchedAt) }
    await linkPreviewsIn(mongo).insertOne({ ...fetched, ...times }, mongo.operationOptions)
  },
  async publish(_id, expiresAt) {
    const times = { expiresAt, checkAt: toCheckTime(expiresAt) }
    await linkPreviewsIn(mongo).updateOne({ _id }, { $set: times }, mongo.operationOptions)
  },
  deleteUnused: (at) =>
    withMongoTransaction(mongo, async (tx) => {
      const previews = await linkPreviewsIn(tx)
        .find({ checkAt: { $lt: at } }, tx.operationOptions)
        .limit(UNUSED_CHECK_BATCH_SIZE)
        .toArray()
      const usedIds = await findUsed(
        tx,
        previews.map(({ _id }) => _id),
      )
      const checkAt = new Date(at.getTime() + USED_CHECK_INTERVAL_MS)
      await linkPreviewsIn(tx).updateMany({ _id: { $in: [...usedIds] } }, { $set: { checkAt } }, tx.operationOptions)
      const unused = previews.filter(({ _id }) => !usedIds.has(_id))
      await linkPreviewsIn(tx).deleteMany({ _id: { $in: unused.map(({ _id }) => _id) } }, tx.operationOptions)
      const paths = unused.flatMap(({ _id, page }) => (page ? listPreviewFiles({ _id, ...page }, toPath) : []))
      await queueMediaRemovalsInMongo(tx, paths, at)
      return previews.length
    }),
})

const toCheckTime = (expiresAt: Date): Date => new Date(expiresAt.getTime() + UNUSED_CHECK_DELAY_MS)
