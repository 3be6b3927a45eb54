import { findVisibleMemberByUsername, findVisibleMembers, type Viewer } from '@meadow/members'
import { DomainError, type KeysetKey, type KeysetWindow } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow } from '@meadow/storage'
import { afterCursor, newestFirst } from '../mongo-newest-first.ts'
import { type LikeDocument, likesIn, postsIn, toLikeSortKey } from '../posts/mongo-post-collections.ts'
import type { Timeline } from './timeline.ts'

/** The tabs of a profile: each a walk of an index that ends when the page is full. */
export const createMongoMemberTimeline =
  (mongo: MongoDatabase): Timeline['listByMember'] =>
  async (username, viewer, window, filter) => {
    const member = await findVisibleMemberByUsername(mongo, viewer, username)
    if (!member) throw new DomainError('member_not_found')
    if (filter === 'media') return listMemberPosts(mongo, { authorId: member._id, hasPicture: true }, window)
    if (filter !== 'liked') return listMemberPosts(mongo, { authorId: member._id }, window)
    if (!viewer) return []
    return member._id === viewer._id
      ? listAllLikes(mongo, viewer, window)
      : listLikesOfAuthor(mongo, viewer, member._id, window)
  }

/** Whoever sees the author sees all of these. */
async function listMemberPosts(
  mongo: MongoDatabase,
  which: { authorId: string; hasPicture?: true },
  window: KeysetWindow,
): Promise<KeysetKey[]> {
  const rows = await postsIn(mongo)
    .find({ ...which, ...afterCursor(window.after) }, { ...mongo.operationOptions, projection: { createdAt: 1 } })
    .sort(newestFirst)
    .skip(window.skip)
    .limit(window.limit + 1)
    .toArray()
  return rows.map(({ _id, createdAt }) => ({ _id, createdAt }))
}

type LikedPost = KeysetKey & { authorId: string }

const findLikes = async (
  mongo: MongoDatabase,
  which: { memberId: string; authorId?: string },
  { last, skip = 0, limit }: { last: KeysetKey | undefined; skip?: number; limit: number },
): Promise<LikedPost[]> => {
  const projection = { postId: 1, authorId: 1, createdAt: 1 }
  const rows = await likesIn(mongo)
    .find(
      { ...which, ...(last && { place: { $lt: toLikeSortKey(last.createdAt, last._id) } }) },
      { ...mongo.operationOptions, projection },
    )
    .sort({ place: -1 })
    .skip(skip)
    .limit(limit)
    .toArray()
  return rows.map(toLikedPost)
}

const toLikedPost = ({ postId, authorId, createdAt }: LikeDocument): LikedPost => ({ _id: postId, authorId, createdAt })
const toKey = ({ _id, createdAt }: LikedPost): KeysetKey => ({ _id, createdAt })

async function listLikesOfAuthor(
  mongo: MongoDatabase,
  viewer: { _id: string },
  authorId: string,
  window: KeysetWindow,
): Promise<KeysetKey[]> {
  const { after: last, skip, limit } = window
  return (await findLikes(mongo, { memberId: viewer._id, authorId }, { last, skip, limit: limit + 1 })).map(toKey)
}

const listAllLikes = (mongo: MongoDatabase, viewer: NonNullable<Viewer>, window: KeysetWindow): Promise<KeysetKey[]> =>
  readFilteredWindow<LikedPost, KeysetKey>(window, {
    readRows: (last, limit) => findLikes(mongo, { memberId: viewer._id }, { last, limit }),
    async filterRows(rows) {
      const visible = await findVisibleMembers(mongo, viewer, [...new Set(rows.map(({ authorId }) => authorId))])
      return rows.filter(({ authorId }) => visible.has(authorId)).map(toKey)
    },
  })
