import { createMongoMemberReadModel, findMembersWithVisibleContent } from '@meadow/members'
import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { postsIn } from '../posts/mongo-post-collections.ts'
import {
  chooseNewViews,
  chooseUnseenPosts,
  MAX_VIEWED_POSTS_PER_DAY,
  NO_VIEWS,
  toViewDay,
  VIEWED_POSTS_BATCH_SIZE,
  type ViewBatch,
} from './view.ts'
import type { ViewRepository } from './view-repository.ts'

/** The number of views of a post. `_id` is the id of the post. */
export type PostViewsDocument = {
  _id: string
  viewsCount: number
  firstDay?: string
  lastDay?: string
  isHidden?: boolean
}

/** The posts that a member saw on one day. `_id` is made of both. */
export type ViewedPostsDocument = { _id: string; memberId: string; day: string; postIds: string[] }

/** Posts whose views one transaction counts: each is a document that other viewers of the post change too. */
const VIEWS_PER_TRANSACTION = 10

export const postViewsIn = ({ db }: MongoDatabase) => db.collection<PostViewsDocument>('post_views')
export const viewedPostsIn = ({ db }: MongoDatabase) => db.collection<ViewedPostsDocument>('viewed_posts')

export const viewCollections: MongoCollection[] = [
  { name: 'post_views', indexes: [] },
  {
    name: 'viewed_posts',
    indexes: [
      { name: 'by_member', key: { memberId: 1 } },
      { name: 'by_day', key: { day: 1 } },
    ],
  },
]

/** Creates the store of views on MongoDB. */
export const createMongoViewRepository = (mongo: MongoDatabase): ViewRepository => {
  const options = mongo.operationOptions
  return {
    async add(batch) {
      const postIds = await chooseCountedPosts(mongo, batch)
      for (let at = 0; at < postIds.length; at += VIEWS_PER_TRANSACTION) {
        const part = { ...batch, postIds: postIds.slice(at, at + VIEWS_PER_TRANSACTION) }
        const choose = at === 0 ? chooseNewViews : chooseUnseenPosts // a batch that starts below the limit is counted in full
        const isCounted = await withMongoTransaction(
          mongo,
          (tx) => addViews(tx, part, choose),
          `views ${batch.memberId}`,
        )
        if (!isCounted) return
      }
    },

    async find(_id) {
      const stored = await postViewsIn(mongo).findOne({ _id }, options)
      if (!stored) return NO_VIEWS
      const { viewsCount, firstDay = null, lastDay = null, isHidden = false } = stored
      return { count: viewsCount, firstDay, lastDay, isHidden }
    },

    async setHidden(_id, isHidden) {
      if (!(await postsIn(mongo).findOne({ _id }, { ...options, projection: { _id: 1 } }))) return
      const change = { $set: { isHidden }, $setOnInsert: { viewsCount: 0 } }
      await postViewsIn(mongo).updateOne({ _id }, change, { ...options, upsert: true })
    },

    async deleteViewedPosts(before) {
      const expired = await viewedPostsIn(mongo)
        .find({ day: { $lt: before } }, { ...options, projection: { _id: 1 } })
        .sort({ day: 1 })
        .limit(VIEWED_POSTS_BATCH_SIZE)
        .toArray()
      await viewedPostsIn(mongo).deleteMany({ _id: { $in: expired.map(({ _id }) => _id) } }, options)
      return expired.length === VIEWED_POSTS_BATCH_SIZE
    },
  }
}

/** Returns those of the posts that are new and count: the member, whose account is active, can see them and did not write them. */
async function chooseCountedPosts(mongo: MongoDatabase, { memberId, postIds, at }: ViewBatch): Promise<string[]> {
  const member = (await createMongoMemberReadModel(mongo).find([memberId])).get(memberId)
  if (member?.state !== 'active') return []
  const unseen = chooseNewViews(postIds, await findViewedPosts(mongo, toSetId(memberId, toViewDay(at))))
  if (unseen.length === 0) return []
  const stored = await postsIn(mongo)
    .find(
      { _id: { $in: unseen } },
      { ...mongo.operationOptions, projection: { authorId: 1, hiddenAt: 1, isPlainShare: 1 } },
    )
    .toArray()
  const posts = stored.filter((post) => !post.hiddenAt && !post.isPlainShare && post.authorId !== memberId)
  const authorIds = [...new Set(posts.map(({ authorId }) => authorId))]
  const visible = await findMembersWithVisibleContent(mongo, member, authorIds)
  return posts
    .filter(({ authorId }) => visible.has(authorId))
    .map(({ _id }) => _id)
    .toSorted()
}

/** Stores the new views of a part of a batch, and counts them. Returns false if the member saw too many posts on this day. */
async function addViews(
  tx: MongoDatabase,
  { memberId, postIds, at }: ViewBatch,
  choose: typeof chooseNewViews,
): Promise<boolean> {
  const day = toViewDay(at)
  const _id = toSetId(memberId, day)
  const viewed = await findViewedPosts(tx, _id) // another batch may have stored some of the posts
  const added = choose(postIds, viewed)
  if (added.length === 0) return viewed.length < MAX_VIEWED_POSTS_PER_DAY
  await viewedPostsIn(tx).updateOne(
    { _id },
    { $setOnInsert: { memberId, day }, $push: { postIds: { $each: added } } },
    { ...tx.operationOptions, upsert: true },
  )
  for (const postId of added) {
    const change = { $inc: { viewsCount: 1 }, $min: { firstDay: day }, $max: { lastDay: day } }
    await postViewsIn(tx).updateOne({ _id: postId }, change, { ...tx.operationOptions, upsert: true })
  }
  return true
}

const toSetId = (memberId: string, day: string): string => `${memberId} ${day}`

const findViewedPosts = async (mongo: MongoDatabase, _id: string): Promise<string[]> =>
  (await viewedPostsIn(mongo).findOne({ _id }, mongo.operationOptions))?.postIds ?? []
