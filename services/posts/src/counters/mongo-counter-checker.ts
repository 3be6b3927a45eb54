import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { commentLikesIn, commentsIn, likesIn, postsIn } from '../posts/mongo-post-collections.ts'
import {
  CHECKED_POSTS_PER_BATCH,
  type CounterChecker,
  type CounterCheckResult,
  type CountName,
} from './counter-check.ts'

/** A batch whose counts were compared. `_id` is its last post. */
type CounterCheckDocument = { _id: string; checkedAt: Date }
/** The last post that the check has reached, and until when a process works on the next batch. */
type CounterSweepDocument = { _id: 'posts'; position: string | null; claimedUntil: Date }

const CLAIM_MS = 5 * 60_000

const checksIn = ({ db }: MongoDatabase) => db.collection<CounterCheckDocument>('counter_checks')
const sweepsIn = ({ db }: MongoDatabase) => db.collection<CounterSweepDocument>('counter_sweeps')

export const counterCheckCollections: MongoCollection[] = [
  { name: 'counter_checks', indexes: [] },
  { name: 'counter_sweeps', indexes: [] },
]

/** Creates the checker of counts on MongoDB. */
export const createMongoCounterChecker = (mongo: MongoDatabase): CounterChecker => ({
  async checkBatch(at) {
    const position = await claimSweep(mongo, at)
    if (position === undefined) return { checked: 0, repaired: {}, hasMore: false } // another process is at it
    const posts = await postsIn(mongo)
      .find(position ? { _id: { $gt: position } } : {}, { ...mongo.operationOptions, projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(CHECKED_POSTS_PER_BATCH)
      .toArray()
    const repaired: CounterCheckResult['repaired'] = {}
    for (const { _id } of posts)
      for (const name of await checkPost(mongo, _id)) repaired[name] = (repaired[name] ?? 0) + 1
    const last = posts.at(-1)?._id
    const hasMore = posts.length === CHECKED_POSTS_PER_BATCH
    const passed = { ...(position && { $gt: position }), ...(hasMore && last && { $lte: last }) }
    const filter = Object.keys(passed).length > 0 ? { _id: passed } : {}
    await checksIn(mongo).deleteMany(filter, mongo.operationOptions)
    if (last) await checksIn(mongo).insertOne({ _id: last, checkedAt: at }, mongo.operationOptions)
    await sweepsIn(mongo).updateOne(
      { _id: 'posts' },
      { $set: { position: hasMore && last ? last : null, claimedUntil: new Date(0) } },
      mongo.operationOptions,
    )
    return { checked: posts.length, repaired, hasMore }
  },

  async findLastCheck(postId) {
    const [check] = await checksIn(mongo)
      .find({ _id: { $gte: postId } }, mongo.operationOptions)
      .sort({ _id: 1 })
      .limit(1)
      .toArray()
    return check?.checkedAt
  },
})

/** Claims the next batch. Returns the post after which it begins; undefined if another process works on it. */
async function claimSweep(mongo: MongoDatabase, at: Date): Promise<string | null | undefined> {
  const claimedUntil = new Date(at.getTime() + CLAIM_MS)
  const options = { ...mongo.operationOptions, upsert: true }
  await sweepsIn(mongo).updateOne(
    { _id: 'posts' },
    { $setOnInsert: { position: null, claimedUntil: new Date(0) } },
    options,
  )
  const sweep = await sweepsIn(mongo).findOneAndUpdate(
    { _id: 'posts', claimedUntil: { $lte: at } },
    { $set: { claimedUntil } },
    mongo.operationOptions,
  )
  return sweep === null ? undefined : sweep.position
}

/** Counts again what belongs to a post. Returns the names of the counts that were wrong, which are repaired. */
const checkPost = (mongo: MongoDatabase, postId: string): Promise<CountName[]> =>
  withMongoTransaction(
    mongo,
    async (tx) => {
      const options = tx.operationOptions
      const post = await postsIn(tx).findOne({ _id: postId }, options)
      if (!post) return []
      const wrong: CountName[] = []
      const counts = {
        likesCount: await likesIn(tx).countDocuments({ postId }, options),
        commentsCount: await commentsIn(tx).countDocuments({ postId }, options),
        sharesCount: (await postsIn(tx).distinct('authorId', { sharedPostId: postId }, options)).length,
      }
      if (post.likesCount !== counts.likesCount) wrong.push('likes')
      if (post.commentsCount !== counts.commentsCount) wrong.push('comments')
      if ((post.sharesCount ?? 0) !== counts.sharesCount) wrong.push('shares')
      if (wrong.length > 0) await postsIn(tx).updateOne({ _id: postId }, { $set: counts }, options)
      return counts.commentsCount === 0 ? wrong : [...wrong, ...(await checkComments(tx, postId))]
    },
    postId,
  )

async function checkComments(tx: MongoDatabase, postId: string): Promise<CountName[]> {
  const options = tx.operationOptions
  const comments = await commentsIn(tx)
    .find({ postId }, { ...options, projection: { parentId: 1, likesCount: 1, repliesCount: 1 } })
    .toArray()
  const likes = await commentLikesIn(tx)
    .find({ postId }, { ...options, projection: { commentId: 1 } })
    .toArray()
  const likesOf = Map.groupBy(likes, ({ commentId }) => commentId)
  const repliesTo = Map.groupBy(comments, ({ parentId }) => parentId ?? '')
  const wrong: CountName[] = []
  for (const { _id, likesCount = 0, repliesCount = 0 } of comments) {
    const actual = { likesCount: likesOf.get(_id)?.length ?? 0, repliesCount: repliesTo.get(_id)?.length ?? 0 }
    if (likesCount !== actual.likesCount) wrong.push('comment_likes')
    if (repliesCount !== actual.repliesCount) wrong.push('replies')
    if (likesCount !== actual.likesCount || repliesCount !== actual.repliesCount)
      await commentsIn(tx).updateOne({ _id }, { $set: actual }, options)
  }
  return wrong
}
