import { type Viewer, visibleMemberNamed, visibleMembers } from '@meadow/members'
import { DomainError, type Key, type Window } from '@meadow/service'
import { type Mongo, walk } from '@meadow/storage'
import { after, newestFirst } from '../mongo-newest.ts'
import { type LikeRow, likePlace, likesIn, postsIn } from '../posts/mongo-rows.ts'
import type { Timeline } from './timeline.ts'

/** The tabs of a profile: each a walk of an index that ends when the page is full. */
export const mongoMemberTimeline =
  (mongo: Mongo): Timeline['ofMember'] =>
  async (username, viewer, window, filter) => {
    const member = await visibleMemberNamed(mongo, viewer, username)
    if (!member) throw new DomainError('member_not_found')
    if (filter === 'media') return written(mongo, { authorId: member._id, hasPicture: true }, window)
    if (filter !== 'liked') return written(mongo, { authorId: member._id }, window)
    if (!viewer) return []
    return member._id === viewer._id ? allLiked(mongo, viewer, window) : likedOf(mongo, viewer, member._id, window)
  }

/** Whoever sees the author sees all of these. */
async function written(mongo: Mongo, which: { authorId: string; hasPicture?: true }, window: Window): Promise<Key[]> {
  const rows = await postsIn(mongo)
    .find({ ...which, ...after(window.after) }, { ...mongo.within, projection: { createdAt: 1 } })
    .sort(newestFirst)
    .skip(window.skip)
    .limit(window.limit + 1)
    .toArray()
  return rows.map(({ _id, createdAt }) => ({ _id, createdAt }))
}

type Liked = Key & { authorId: string }

const likes = async (
  mongo: Mongo,
  which: { memberId: string; authorId?: string },
  { last, skip = 0, limit }: { last: Key | undefined; skip?: number; limit: number },
): Promise<Liked[]> => {
  const projection = { postId: 1, authorId: 1, createdAt: 1 }
  const rows = await likesIn(mongo)
    .find(
      { ...which, ...(last && { place: { $lt: likePlace(last.createdAt, last._id) } }) },
      { ...mongo.within, projection },
    )
    .sort({ place: -1 })
    .skip(skip)
    .limit(limit)
    .toArray()
  return rows.map(toLiked)
}

const toLiked = ({ postId, authorId, createdAt }: LikeRow): Liked => ({ _id: postId, authorId, createdAt })
const toKey = ({ _id, createdAt }: Liked): Key => ({ _id, createdAt })

async function likedOf(mongo: Mongo, viewer: { _id: string }, authorId: string, window: Window): Promise<Key[]> {
  const { after: last, skip, limit } = window
  return (await likes(mongo, { memberId: viewer._id, authorId }, { last, skip, limit: limit + 1 })).map(toKey)
}

const allLiked = (mongo: Mongo, viewer: NonNullable<Viewer>, window: Window): Promise<Key[]> =>
  walk<Liked, Key>(window, {
    read: (last, limit) => likes(mongo, { memberId: viewer._id }, { last, limit }),
    async show(rows) {
      const visible = await visibleMembers(mongo, viewer, [...new Set(rows.map(({ authorId }) => authorId))])
      return rows.filter(({ authorId }) => visible.has(authorId)).map(toKey)
    },
  })
