import { appendToMongoOutbox } from '@meadow/events'
import {
  createMongoFindUsedLinkPreviews,
  createMongoLinkPreviewCache,
  createMongoTakeLinkPreviewJobs,
  DUE_LINK_PREVIEW,
  isOutdatedPreview,
  toDueLinkPreview,
  touchLinkPreview,
} from '@meadow/link-preview'
import { createMongoMemberReadModel } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { toPicturePath } from '../media/picture.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import { isPostVisible, toChangedPost } from '../posts/mongo-post-changes.ts'
import { type PostDocument, postsIn } from '../posts/mongo-post-collections.ts'
import { type LinkPreviewChange, type PreviewedPost, planLinkPreview } from './link-preview-change.ts'
import { type LinkPreviewRemoval, planLinkPreviewRemoval } from './link-preview-removal.ts'
import type { LinkPreviewStores } from './link-preview-stores.ts'

/** Creates the stores on MongoDB. The queue is a field of the documents of posts, which also hold the preview that they show. */
export const createMongoLinkPreviews = (mongo: MongoDatabase, newId: (at: Date) => string): LinkPreviewStores => ({
  cache: createMongoLinkPreviewCache(mongo, {
    findUsed: createMongoFindUsedLinkPreviews('posts'),
    toPath: toPicturePath,
  }),
  queue: {
    take: createMongoTakeLinkPreviewJobs(mongo, 'posts'),
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
  const change = {
    linkPreviewRemoved: isRemoved,
    linkPreview: null,
    rev: plan.post.rev,
    ...(!isRemoved && toDueLinkPreview(stored?.facets ?? [])),
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

async function finishJob(tx: MongoDatabase, change: LinkPreviewChange): Promise<void> {
  const { job, preview, at } = change
  const stored = await postsIn(tx).findOne({ _id: job.id }, tx.operationOptions)
  if (!stored) return
  const previewed = await toPreviewedPost(tx, stored)
  if (isOutdatedPreview(previewed, job)) {
    await postsIn(tx).updateOne({ _id: job.id }, { $set: DUE_LINK_PREVIEW }, tx.operationOptions)
    return
  }
  if (preview && !(await touchLinkPreview(tx, preview._id, at))) return // the cleanup was faster: the job is due again
  const plan = planLinkPreview(previewed, change)
  const shown = plan ? { $set: { linkPreview: preview, rev: plan.post.rev } } : {}
  await postsIn(tx).updateOne({ _id: job.id }, { ...shown, $unset: { linkPreviewDueAt: true } }, tx.operationOptions)
  if (plan) await appendToMongoOutbox(tx, plan.event)
}
