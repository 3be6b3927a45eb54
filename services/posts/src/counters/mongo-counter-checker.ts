import { type MongoCollection, type MongoDatabase, runMongoOperations, withMongoTransaction } from '@meadow/storage'
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
/** Comments that one transaction checks. Others may have to wait for it, and its documents are in memory at once. */
const CHECKED_COMMENTS_PER_TRANSACTION = 200

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

  async findFirstTimes(postId) {
    const options = { ...mongo.operationOptions, projection: { createdAt: 1 } }
    const [likes, comments, shares] = await runMongoOperations(mongo, [
      () => likesIn(mongo).find({ postId }, options).sort({ createdAt: 1 }).limit(1).toArray(),
      () => commentsIn(mongo).find({ postId }, options).sort({ _id: 1 }).limit(1).toArray(),
      () =>
        postsIn(mongo)
          .find({ sharedPostId: postId }, { ...options, hint: 'newest_shares' })
          .sort({ createdAt: 1 })
          .limit(1)
          .toArray(),
    ])
    return { likes: likes[0]?.createdAt, comments: comments[0]?.createdAt, shares: shares[0]?.createdAt }
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
async function checkPost(mongo: MongoDatabase, postId: string): Promise<CountName[]> {
  const { wrong, hasComments } = await checkPostDocument(mongo, postId)
  return hasComments ? [...wrong, ...(await checkComments(mongo, postId))] : wrong
}

const checkPostDocument = (mongo: MongoDatabase, postId: string) =>
  withMongoTransaction(
    mongo,
    async (tx) => {
      const options = tx.operationOptions
      const post = await postsIn(tx).findOne({ _id: postId }, options)
      if (!post) return { wrong: [], hasComments: false }
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
      return { wrong, hasComments: counts.commentsCount > 0 }
    },
    postId,
  )

/** Counts again what belongs to the comments of a post, some comments at a time. Returns the names of the counts that were wrong. */
async function checkComments(mongo: MongoDatabase, postId: string): Promise<CountName[]> {
  const wrong: CountName[] = []
  for (let after: string | undefined; ; ) {
    const last = after
    const checked = await withMongoTransaction(mongo, (tx) => checkNextComments(tx, postId, last), postId)
    wrong.push(...checked.wrong)
    if (!checked.lastId) return wrong
    after = checked.lastId
  }
}

async function checkNextComments(tx: MongoDatabase, postId: string, after: string | undefined) {
  const options = tx.operationOptions
  const comments = await commentsIn(tx)
    .find(
      { postId, ...(after && { _id: { $gt: after } }) },
      { ...options, projection: { likesCount: 1, repliesCount: 1 } },
    )
    .sort({ _id: 1 })
    .limit(CHECKED_COMMENTS_PER_TRANSACTION)
    .toArray()
  const ids = comments.map(({ _id }) => _id)
  const likesOf = toCounts(
    await commentLikesIn(tx)
      .aggregate<Group>(countBy('commentId', { commentId: { $in: ids } }), options)
      .toArray(),
  )
  const repliesTo = toCounts(
    await commentsIn(tx)
      .aggregate<Group>(countBy('parentId', { postId, parentId: { $in: ids } }), options)
      .toArray(),
  )
  const wrong: CountName[] = []
  for (const { _id, likesCount = 0, repliesCount = 0 } of comments) {
    const actual = { likesCount: likesOf.get(_id) ?? 0, repliesCount: repliesTo.get(_id) ?? 0 }
    if (likesCount !== actual.likesCount) wrong.push('comment_likes')
    if (repliesCount !== actual.repliesCount) wrong.push('replies')
    if (likesCount !== actual.likesCount || repliesCount !== actual.repliesCount)
      await commentsIn(tx).updateOne({ _id }, { $set: actual }, options)
  }
  return { wrong, lastId: ids.length === CHECKED_COMMENTS_PER_TRANSACTION ? ids.at(-1) : undefined }
}

type Group = { _id: string; count: number }

/** Returns the stages that count documents by the value of a field, in the store. */
const countBy = (field: string, filter: object) => [
  { $match: filter },
  { $group: { _id: `$${field}`, count: { $sum: 1 } } },
]

const toCounts = (groups: Group[]): Map<string, number> => new Map(groups.map(({ _id, count }) => [_id, count]))
