import { appendToMongoOutbox } from '@meadow/events'
import {
  createMongoLinkPreviewCache,
  findPreviewedUrl,
  type LinkPreviewJob,
  linkPreviewsIn,
} from '@meadow/link-preview'
import { createMongoMemberReadModel } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { toPicturePath } from '../media/picture.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import { isPostVisible, toChangedPost } from '../posts/mongo-post-changes.ts'
import { type PostDocument, postsIn } from '../posts/mongo-post-collections.ts'
import {
  isOutdatedPreview,
  type LinkPreviewChange,
  type PreviewedPost,
  planLinkPreview,
} from './link-preview-change.ts'
import { type LinkPreviewRemoval, planLinkPreviewRemoval } from './link-preview-removal.ts'
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
  setRemoved: (removal) => withMongoTransaction(mongo, (tx) => setRemoved(tx, removal), removal.postId),
})

async function setRemoved(tx: MongoDatabase, removal: LinkPreviewRemoval): Promise<void> {
  const { postId, by, isRemoved } = removal
  await requireActiveMember(createMongoMemberReadModel(tx), by)
  const stored = await postsIn(tx).findOne({ _id: postId }, tx.operationOptions)
  const previewed = stored && {
    ...(await toPreviewedPost(tx, stored)),
    isVisible: await isPostVisible(tx, stored, by),
  }
  const plan = planLinkPreviewRemoval(previewed ?? undefined, removal)
  if (!plan) return
  const isDue = !isRemoved && findPreviewedUrl(stored?.facets ?? []) !== undefined
  const change = {
    linkPreviewRemoved: isRemoved,
    linkPreview: null,
    rev: plan.post.rev,
    ...(isDue && { linkPreviewDueAt: DUE_SINCE_EPOCH }),
  }
  await postsIn(tx).updateOne({ _id: postId }, { $set: change }, tx.operationOptions)
  await appendToMongoOutbox(tx, plan.event)
}

const toPreviewedPost = async (tx: MongoDatabase, stored: PostDocument): Promise<PreviewedPost> => ({
  post: await toChangedPost(tx, stored),
  facets: stored.facets ?? [],
  previewId: stored.linkPreview?._id ?? null,
  isRemoved: stored.linkPreviewRemoved ?? false,
})

/** A time before every other one: a text with it is due at once. */
export const DUE_SINCE_EPOCH = new Date(0)

async function finishJob(tx: MongoDatabase, change: LinkPreviewChange): Promise<void> {
  const { job, preview, at } = change
  const stored = await postsIn(tx).findOne({ _id: job.id }, tx.operationOptions)
  if (!stored) return
  const previewed = await toPreviewedPost(tx, stored)
  if (isOutdatedPreview(previewed, job)) {
    await postsIn(tx).updateOne({ _id: job.id }, { $set: { linkPreviewDueAt: DUE_SINCE_EPOCH } }, tx.operationOptions)
    return
  }
  if (preview && !(await touchPreview(tx, preview._id, at))) return // the cleanup was faster: the job is due again
  const plan = planLinkPreview(previewed, change)
  const shown = plan ? { $set: { linkPreview: preview, rev: plan.post.rev } } : {}
  await postsIn(tx).updateOne({ _id: job.id }, { ...shown, $unset: { linkPreviewDueAt: true } }, tx.operationOptions)
  if (plan) await appendToMongoOutbox(tx, plan.event)
}

/** Writes a preview, so that the cleanup, which deletes it at the same time, conflicts. Returns false if it no longer exists. */
const touchPreview = async (tx: MongoDatabase, _id: string, shownAt: Date): Promise<boolean> =>
  (await linkPreviewsIn(tx).updateOne({ _id }, { $set: { shownAt } }, tx.operationOptions)).matchedCount === 1
