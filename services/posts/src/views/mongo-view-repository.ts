import { createMongoMemberReadModel, findMembersWithVisibleContent } from '@meadow/members'
import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { postsIn } from '../posts/mongo-post-collections.ts'
import { chooseNewViews, NO_VIEWS, toViewDay, VIEWED_POSTS_BATCH_SIZE, type ViewBatch } from './view.ts'
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
      const postIds = await keepCounted(mongo, batch)
      if (postIds.length > 0)
        await withMongoTransaction(mongo, (tx) => addViews(tx, { ...batch, postIds }), `views ${batch.memberId}`)
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

/** Returns those of the posts that count: the member, whose account is active, can see them and did not write them. */
async function keepCounted(mongo: MongoDatabase, { memberId, postIds }: ViewBatch): Promise<string[]> {
  const member = (await createMongoMemberReadModel(mongo).find([memberId])).get(memberId)
  if (member?.state !== 'active') return []
  const stored = await postsIn(mongo)
    .find(
      { _id: { $in: [...postIds] } },
      { ...mongo.operationOptions, projection: { authorId: 1, hiddenAt: 1, isPlainShare: 1 } },
    )
    .toArray()
  const posts = stored.filter((post) => !post.hiddenAt && !post.isPlainShare && post.authorId !== memberId)
  const authorIds = [...new Set(posts.map(({ authorId }) => authorId))]
  const visible = await findMembersWithVisibleContent(mongo, member, authorIds)
  return posts.filter(({ authorId }) => visible.has(authorId)).map(({ _id }) => _id)
}

/** Stores the new views of a batch, and counts them. */
async function addViews(tx: MongoDatabase, { memberId, postIds, at }: ViewBatch): Promise<void> {
  const day = toViewDay(at)
  const _id = `${memberId} ${day}`
  const known = await viewedPostsIn(tx).findOne({ _id }, tx.operationOptions)
  const added = chooseNewViews(postIds, known?.postIds ?? [])
  if (added.length === 0) return
  await viewedPostsIn(tx).updateOne(
    { _id },
    { $setOnInsert: { memberId, day }, $push: { postIds: { $each: added } } },
    { ...tx.operationOptions, upsert: true },
  )
  for (const postId of added) {
    const change = { $inc: { viewsCount: 1 }, $min: { firstDay: day }, $max: { lastDay: day } }
    await postViewsIn(tx).updateOne({ _id: postId }, change, { ...tx.operationOptions, upsert: true })
  }
}
