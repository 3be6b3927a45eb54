import type { MemberView } from '@meadow/contracts'
import { findContentAuthorViews } from '@meadow/members'
import type { KeysetKey } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow } from '@meadow/storage'
import { likesIn } from '../posts/mongo-post-collections.ts'
import type { ListPostLikers, PostLiker } from './like-repository.ts'

/** Reads the likers of a post from the index `newest`. Members with likes of the same time come in the order of their ids. */
export const createMongoPostLikers =
  (mongo: MongoDatabase): ListPostLikers =>
  (postId, viewer, window) =>
    readFilteredWindow<KeysetKey, PostLiker>(window, {
      async readRows(after, limit) {
        const find = (filter: object, count: number) =>
          likesIn(mongo)
            .find({ postId, ...filter }, { ...mongo.operationOptions, projection: { memberId: 1, createdAt: 1 } })
            .sort({ createdAt: -1, memberId: 1 })
            .limit(count)
            .toArray()
        // Two queries, each a walk of the index; one with `$or` is not.
        const sameTime = after ? await find({ createdAt: after.createdAt, memberId: { $gt: after._id } }, limit) : []
        const missing = limit - sameTime.length
        const older = missing > 0 ? await find(after ? { createdAt: { $lt: after.createdAt } } : {}, missing) : []
        return [...sameTime, ...older].map(({ memberId, createdAt }) => ({ _id: memberId, createdAt }))
      },
      async filterRows(rows) {
        const ids = rows.map(({ _id }) => _id)
        const isListed = () => true // also private members: the list shows no content of them
        const views: Map<string, MemberView> = await findContentAuthorViews(mongo, viewer, ids, isListed)
        return rows.flatMap((row) => {
          const member = views.get(row._id)
          return member ? [{ ...row, member }] : []
        })
      },
    })
