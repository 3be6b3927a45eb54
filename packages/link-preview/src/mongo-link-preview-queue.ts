import type { TextFacet } from '@meadow/contracts'
import type { MongoDatabase } from '@meadow/storage'
import { findPreviewedUrl } from './link-preview.ts'
import { linkPreviewsIn } from './mongo-link-preview-cache.ts'
import type { LinkPreviewJob, LinkPreviewQueue } from './worker/link-preview-worker.ts'

/** The fields of the document of a text that wait for a preview: one with `linkPreviewDueAt` is in the queue. */
type QueuedText = { _id: string; facets?: TextFacet[]; linkPreviewDueAt?: Date }

/** The field that lets a text wait for a preview since before every other time: it is due at once. */
export const DUE_LINK_PREVIEW = { linkPreviewDueAt: new Date(0) }

/** Returns the field that lets a text with these facets wait for a preview, if it has a link. */
export const toDueLinkPreview = (facets: readonly TextFacet[]): Partial<typeof DUE_LINK_PREVIEW> =>
  findPreviewedUrl(facets) === undefined ? {} : DUE_LINK_PREVIEW

/** Creates `take` of the queue of the texts in the collection `name`. */
export const createMongoTakeLinkPreviewJobs =
  (mongo: MongoDatabase, name: string): LinkPreviewQueue['take'] =>
  async (at, { limit, retryAt }) => {
    const jobs: LinkPreviewJob[] = []
    while (jobs.length < limit) {
      const text = await mongo.db
        .collection<QueuedText>(name)
        .findOneAndUpdate(
          { linkPreviewDueAt: { $lte: at } },
          { $set: { linkPreviewDueAt: retryAt } },
          { ...mongo.operationOptions, projection: { facets: 1 }, sort: { linkPreviewDueAt: 1 } },
        )
      if (!text) break
      jobs.push({ id: text._id, url: findPreviewedUrl(text.facets ?? []) })
    }
    return jobs
  }

/** Creates `findUsed` of the cache for the texts in the collection `name`, whose documents hold the preview that they show. */
export const createMongoFindUsedLinkPreviews =
  (name: string) =>
  async (tx: MongoDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const filter = { 'linkPreview._id': { $in: [...ids] } }
    return new Set((await tx.db.collection(name).distinct('linkPreview._id', filter, tx.operationOptions)) as string[])
  }

/** Writes a preview, so that the cleanup, which deletes it at the same time, conflicts. Returns false if it no longer exists. */
export const touchLinkPreview = async (tx: MongoDatabase, _id: string, shownAt: Date): Promise<boolean> =>
  (await linkPreviewsIn(tx).updateOne({ _id }, { $set: { shownAt } }, tx.operationOptions)).matchedCount === 1
