import { findContentAuthorViews } from '@meadow/members'
import type { KeysetKey } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow, runMongoOperations } from '@meadow/storage'
import { NOT_HIDDEN, postsIn } from '../posts/mongo-post-collections.ts'
import type { ListPostSharers, PostSharer } from './share-repository.ts'

/** A share of the post. The key is its time and the id of its member. */
type ShareRow = KeysetKey & { shareId: string }

/** Reads the sharers of a post from the index `newest_shares`. Earlier shares of the same member are left out. */
export const createMongoPostSharers =
  (mongo: MongoDatabase): ListPostSharers =>
  (postId, viewer, window) =>
    readFilteredWindow<ShareRow, PostSharer>(window, {
      async readRows(after, limit) {
        const find = (filter: object, count: number) =>
          postsIn(mongo)
            .find(
              { sharedPostId: postId, ...NOT_HIDDEN, ...filter },
              { ...mongo.operationOptions, hint: 'newest_shares', projection: { authorId: 1, createdAt: 1 } },
            )
            .sort({ createdAt: -1, authorId: 1, _id: -1 })
            .limit(count)
            .toArray()
        // Two queries, each a walk of the index; one with `$or` is not.
        const sameTime = after ? await find({ createdAt: after.createdAt, authorId: { $gt: after._id } }, limit) : []
        const missing = limit - sameTime.length
        const older = missing > 0 ? await find(after ? { createdAt: { $lt: after.createdAt } } : {}, missing) : []
        return [...sameTime, ...older].map(({ _id: shareId, authorId: _id, createdAt }) => ({
          _id,
          createdAt,
          shareId,
        }))
      },
      async filterRows(rows) {
        const ids = [...new Set(rows.map(({ _id }) => _id))]
        const [views, newest] = await runMongoOperations(mongo, [
          () => findContentAuthorViews(mongo, viewer, ids),
          () => findNewestShares(mongo, postId, ids),
        ])
        return rows.flatMap(({ shareId, ...key }) => {
          const member = views.get(key._id)
          return member && newest.has(shareId) ? [{ ...key, member }] : []
        })
      },
    })

/** Returns the id of the newest share of each member. */
async function findNewestShares(mongo: MongoDatabase, postId: string, memberIds: string[]): Promise<Set<string>> {
  const shares = await postsIn(mongo)
    .find(
      { sharedPostId: postId, isPlainShare: { $in: [true, false] }, authorId: { $in: memberIds }, ...NOT_HIDDEN },
      { ...mongo.operationOptions, hint: 'by_shared_post', projection: { authorId: 1, createdAt: 1 } },
    )
    .sort({ createdAt: 1, _id: 1 })
    .toArray()
  return new Set(new Map(shares.map(({ _id, authorId }) => [authorId, _id])).values())
}
