import { appendToMongoOutbox } from '@meadow/events'
import { mediaRemovalCollection, queueMediaRemovalsInMongo } from '@meadow/media'
import { DomainError, toLowestId } from '@meadow/service'
import { type MongoCollection, type MongoDatabase, runMongoWrites, withMongoTransaction } from '@meadow/storage'
import { getEncodingTaskCollection, toEncodingTaskCollection, toEncodingTaskWrite } from '@meadow/voice'
import { isPostVisible, toChangedPost } from '../posts/mongo-post-changes.ts'
import { postsIn } from '../posts/mongo-post-collections.ts'
import {
  assertVideoAvailable,
  listVideoPaths,
  MAX_ORPHAN_AGE_MS,
  type PostVideo,
  planVideoCompletion,
  type StoredVideo,
  toVideoChange,
  type VideoReference,
} from './video.ts'
import type { VideoRepository } from './video-repository.ts'

/** A video with its captions as they are served. The document of its post has a copy without these. */
export type VideoDocument = StoredVideo & { captions?: string | null }

/** The collection of videos that have to be encoded. */
export const videoTaskCollection = toEncodingTaskCollection('video_tasks')

export const videoCollections: MongoCollection[] = [
  videoTaskCollection,
  {
    name: 'post_videos',
    indexes: [
      { name: 'by_random', key: { random: 1 }, unique: true },
      { name: 'by_owner', key: { ownerId: 1, createdAt: 1 } },
      { name: 'by_post', key: { postId: 1, createdAt: 1 } },
      {
        name: 'by_captions',
        key: { captionsRandom: 1 },
        partialFilterExpression: { captionsRandom: { $type: 'string' } },
      },
    ],
  },
]

const BATCH_SIZE = 20

const videosIn = ({ db }: MongoDatabase) => db.collection<VideoDocument>('post_videos')

const WITHOUT_CAPTIONS = { captions: 0 } as const

export const createMongoVideoRepository = (mongo: MongoDatabase): VideoRepository => ({
  scheduleRemovals: (paths, dueAt) => queueMediaRemovalsInMongo(mongo, paths, dueAt),

  add: (video) =>
    withMongoTransaction(mongo, async (tx) => {
      await claimFiles(tx, listVideoPaths(video))
      await videosIn(tx).insertOne(video, tx.operationOptions)
      if (video.status === 'processing') await runMongoWrites(tx, [toEncodingTaskWrite(tx, videoTaskCollection, video)])
    }),

  async find(_id) {
    const options = { ...mongo.operationOptions, projection: WITHOUT_CAPTIONS }
    return (await videosIn(mongo).findOne({ _id }, options)) ?? undefined
  },

  complete: (completion) =>
    withMongoTransaction(mongo, async (tx) => {
      const { videoId: _id, at } = completion
      const video = await videosIn(tx).findOne({ _id }, { ...tx.operationOptions, projection: WITHOUT_CAPTIONS })
      const plan = planVideoCompletion(video, completion)
      if (!plan) return false
      const { random, format, status, durationMs, width, height, poster } = plan.video
      const change = { random, format, status, durationMs, width, height, poster }
      await videosIn(tx).updateOne({ _id }, { $set: change }, tx.operationOptions)
      await getEncodingTaskCollection(tx, videoTaskCollection).deleteOne({ _id }, tx.operationOptions)
      await claimFiles(tx, plan.added)
      await queueMediaRemovalsInMongo(tx, plan.removed, at)
      await announceVideo(tx, plan.video, completion)
      return true
    }),

  setCaptions: (change) =>
    withMongoTransaction(mongo, async (tx) => {
      const { videoId: _id, ownerId, captions } = change
      const stored = await videosIn(tx).findOne({ _id }, { ...tx.operationOptions, projection: WITHOUT_CAPTIONS })
      const post = stored?.postId ? await postsIn(tx).findOne({ _id: stored.postId }, tx.operationOptions) : null
      if (stored?.ownerId !== ownerId || (stored.postId && !(await isPostVisible(tx, post, { _id: ownerId }))))
        throw new DomainError('media_not_found')
      const captionsRandom = captions?.random ?? null
      const $set = { captions: captions?.text ?? null, captionsRandom }
      await videosIn(tx).updateOne({ _id }, { $set }, tx.operationOptions)
      const video = { ...stored, captionsRandom }
      await announceVideo(tx, video, change)
      return video
    }),

  async readCaptions(captionsRandom) {
    return (await videosIn(mongo).findOne({ captionsRandom }, mongo.operationOptions))?.captions ?? undefined
  },

  deleteUnused: (before, at) =>
    withMongoTransaction(mongo, async (tx) => {
      const withoutPost = await videosIn(tx)
        .find({ postId: null, createdAt: { $lt: before } }, tx.operationOptions)
        .limit(BATCH_SIZE)
        .toArray()
      return deleteVideos(tx, [...withoutPost, ...(await listOrphans(tx, before))], at)
    }),
})

/** Returns the captions of the video of a post as they are served; null without any. */
export const findCaptionsOfPost = async (tx: MongoDatabase, postId: string): Promise<string | null> =>
  (await videosIn(tx).findOne({ postId }, tx.operationOptions))?.captions ?? null

/** Lists a batch of videos whose post is gone, of those up to `MAX_ORPHAN_AGE_MS` older than `before`. */
const listOrphans = (tx: MongoDatabase, before: Date): Promise<VideoDocument[]> =>
  videosIn(tx)
    .aggregate<VideoDocument>(
      [
        {
          $match: {
            _id: { $gte: toLowestId(new Date(before.getTime() - MAX_ORPHAN_AGE_MS)), $lt: toLowestId(before) },
          },
        },
        { $match: { postId: { $ne: null } } },
        {
          $lookup: {
            from: 'posts',
            localField: 'postId',
            foreignField: '_id',
            as: 'posts',
            pipeline: [{ $project: { _id: 1 } }],
          },
        },
        { $match: { posts: [] } },
        { $limit: BATCH_SIZE },
        { $unset: 'posts' },
      ],
      tx.operationOptions,
    )
    .toArray()

const toShownVideo = ({
  postId: _postId,
  createdAt: _createdAt,
  captions: _captions,
  ...video
}: VideoDocument): PostVideo => video

/** Stores a changed video in the document of the post that shows it, with its revision, and announces that. */
async function announceVideo(
  tx: MongoDatabase,
  video: StoredVideo,
  { at, eventId }: { at: Date; eventId: string },
): Promise<void> {
  const { postId } = video
  const stored = postId ? await postsIn(tx).findOne({ _id: postId }, tx.operationOptions) : null
  if (!postId || !stored) return
  const { post, event } = toVideoChange(await toChangedPost(tx, stored), video, { postId, at, eventId })
  const $set = { video: toShownVideo(video), rev: post.rev }
  await postsIn(tx).updateOne({ _id: postId }, { $set }, tx.operationOptions)
  await appendToMongoOutbox(tx, event)
}

/** Takes files out of the removal queue. @throws upload_failed if they are removed */
async function claimFiles(tx: MongoDatabase, paths: readonly string[]): Promise<void> {
  const removals = tx.db.collection<{ _id: string }>(mediaRemovalCollection.name)
  const { deletedCount } = await removals.deleteMany({ _id: { $in: [...paths] } }, tx.operationOptions)
  if (deletedCount !== paths.length) throw new DomainError('upload_failed')
}

/** Attaches the video that a new post names to it, in the transaction `tx`. @throws invalid_request if it is not available */
export async function attachVideo(
  tx: MongoDatabase,
  { _id, author, video: reference }: { _id: string; author: { _id: string }; video?: VideoReference | undefined },
): Promise<PostVideo | null> {
  if (!reference) return null
  const video = await videosIn(tx).findOne(reference, { ...tx.operationOptions, projection: WITHOUT_CAPTIONS })
  assertVideoAvailable(author, video)
  await videosIn(tx).updateOne({ _id: video._id }, { $set: { postId: _id } }, tx.operationOptions)
  return toShownVideo(video)
}

/** Deletes the video of a post in the transaction `tx` that deletes the post. */
export async function deleteVideoOfPost(tx: MongoDatabase, postId: string, at: Date): Promise<void> {
  await deleteVideos(tx, await videosIn(tx).find({ postId }, tx.operationOptions).toArray(), at)
}

/** Deletes up to `limit` videos of a member in the transaction `tx`. Returns their number. */
export async function deleteVideosOfOwner(
  tx: MongoDatabase,
  ownerId: string,
  { limit, at }: { limit: number; at: Date },
): Promise<number> {
  return deleteVideos(tx, await videosIn(tx).find({ ownerId }, tx.operationOptions).limit(limit).toArray(), at)
}

/** Deletes videos and queues their files for removal. Returns their number. */
async function deleteVideos(tx: MongoDatabase, videos: readonly VideoDocument[], at: Date): Promise<number> {
  if (videos.length === 0) return 0
  const withId = { _id: { $in: videos.map(({ _id }) => _id) } }
  await videosIn(tx).deleteMany(withId, tx.operationOptions)
  await getEncodingTaskCollection(tx, videoTaskCollection).deleteMany(withId, tx.operationOptions)
  await queueMediaRemovalsInMongo(tx, videos.flatMap(listVideoPaths), at)
  return videos.length
}
