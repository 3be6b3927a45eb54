import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { LinkPreview } from './link-preview.ts'
import type { FetchedLink, LinkPreviewCache } from './link-preview-cache.ts'

type LinkPreviewDocument = FetchedLink & { expiresAt: Date }

export const linkPreviewCollection: MongoCollection = {
  name: 'link_previews',
  indexes: [
    { name: 'by_url', key: { url: 1, expiresAt: -1 } },
    { name: 'by_expiry', key: { expiresAt: 1 } },
  ],
}

export const linkPreviewsIn = ({ db }: MongoDatabase) => db.collection<LinkPreviewDocument>(linkPreviewCollection.name)

/** Converts a document to the preview; null if the address has none. */
export const documentToLinkPreview = ({
  _id,
  url,
  page,
}: Pick<FetchedLink, '_id' | 'url' | 'page'>): LinkPreview | null => page && { _id, url, ...page }

/** Stores the cache in the collection `link_previews` of the service. */
export const createMongoLinkPreviewCache = (mongo: MongoDatabase): LinkPreviewCache => ({
  async find(url, at) {
    const [found] = await linkPreviewsIn(mongo)
      .find({ url, expiresAt: { $gt: at } }, mongo.operationOptions)
      .sort({ expiresAt: -1 })
      .limit(1)
      .toArray()
    return found && documentToLinkPreview(found)
  },
  async add(fetched) {
    await linkPreviewsIn(mongo).insertOne({ ...fetched, expiresAt: fetched.fetchedAt }, mongo.operationOptions)
  },
  async publish(_id, expiresAt) {
    await linkPreviewsIn(mongo).updateOne({ _id }, { $set: { expiresAt } }, mongo.operationOptions)
  },
})
