import { appendToMongoOutbox } from '@meadow/events'
import {
  createMongoLinkPreviewCache,
  findPreviewedUrl,
  type LinkPreviewJob,
  linkPreviewsIn,
} from '@meadow/link-preview'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { toPicturePath } from '../media/picture.ts'
import { toChangedPost } from '../posts/mongo-post-changes.ts'
import { postsIn } from '../posts/mongo-post-collections.ts'
import { isOutdatedPreview, type LinkPreviewChange, planLinkPreview } from './link-preview-change.ts'
import type { LinkPreviewStores } from './link-preview-stores.ts'

/** Creates the stores on MongoDB. The queue is a field of the documents of posts, which also hold the preview that they show. */
export const createMongoLinkPreviews = (mongo: MongoDatabase, newId: (at: Date) => string): LinkPreviewStores => ({
  cache: createMongoLinkPreviewCache(mongo, {
    async findUsed(tx, ids) {
      const filter = { 'linkPreview._id': { $in: [...ids] } }
      return new Set((await postsIn(tx).distinct('linkPreview._id', filter, tx.operationOptions)) as string[])
    },
    toPath: toPicturePath,
  }),
  queue: {
    async take(at, { limit, retryAt }) {
      const jobs: LinkPreviewJob[] = []
      while (jobs.length < limit) {
        const post = await postsIn(mongo).findOneAndUpdate(
          { linkPreviewDueAt: { $lte: at } },
          { $set: { linkPreviewDueAt: retryAt } },
          { ...mongo.operationOptions, projection: { facets: 1 }, sort: { linkPreviewDueAt: 1 } },
        )
        if (!post) break
        jobs.push({ id: post._id, url: findPreviewedUrl(post.facets ?? []) })
      }
      return jobs
    },
    finish: (job, preview, at) =>
      withMongoTransaction(mongo, (tx) => finishJob(tx, { job, preview, at, eventId: newId(at) }), job.id),
  },
})

/** A time before every other one: a text with it is due at once. */
export const DUE_SINCE_EPOCH = new Date(0)

async function finishJob(tx: MongoDatabase, change: LinkPreviewChange): Promise<void> {
  const { job, preview, at } = change
  const stored = await postsIn(tx).findOne({ _id: job.id }, tx.operationOptions)
  if (!stored) return
  const { facets = [], linkPreview } = stored
  if (isOutdatedPreview({ facets }, job)) {
    await postsIn(tx).updateOne({ _id: job.id }, { $set: { linkPreviewDueAt: DUE_SINCE_EPOCH } }, tx.operationOptions)
    return
  }
  if (preview && !(await touchPreview(tx, preview._id, at))) return // the cleanup was faster: the job is due again
  const post = await toChangedPost(tx, stored)
  const plan = planLinkPreview({ post, facets, previewId: linkPreview?._id ?? null }, change)
  const shown = plan ? { $set: { linkPreview: preview, rev: plan.post.rev } } : {}
  await postsIn(tx).updateOne({ _id: job.id }, { ...shown, $unset: { linkPreviewDueAt: true } }, tx.operationOptions)
  if (plan) await appendToMongoOutbox(tx, plan.event)
}

/** Writes a preview, so that the cleanup, which deletes it at the same time, conflicts. Returns false if it no longer exists. */
const touchPreview = async (tx: MongoDatabase, _id: string, shownAt: Date): Promise<boolean> =>
  (await linkPreviewsIn(tx).updateOne({ _id }, { $set: { shownAt } }, tx.operationOptions)).matchedCount === 1
