import { findMembersWithVisibleContent, findVisibleMemberByUsername, type Viewer } from '@meadow/members'
import { DomainError, type KeysetKey } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow } from '@meadow/storage'
import { afterCursor, newestFirst } from '../mongo-newest-first.ts'
import { type LikeDocument, likesIn, NOT_HIDDEN, postsIn, toLikeSortKey } from '../posts/mongo-post-collections.ts'
import { type ProfileTab, type ProfileTabQuery, selectProfileTabQuery, type TimelineWindow } from './timeline.ts'

/**
 * Lists the keys of a profile tab, none if the viewer may not see the content of the member, and one more than the window's limit. Each tab scans one index and stops when the page is full.
 * @throws member_not_found when the member does not exist or `viewer` may not see them
 */
export async function listMongoMemberTimeline(
  mongo: MongoDatabase,
  username: string,
  viewer: Viewer,
  window: TimelineWindow,
  tab: ProfileTab | undefined,
): Promise<KeysetKey[]> {
  const member = await findVisibleMemberByUsername(mongo, viewer, username)
  if (!member) throw new DomainError('member_not_found')
  if (!(await findMembersWithVisibleContent(mongo, viewer, [member._id])).has(member._id)) return []
  return listKeys(mongo, selectProfileTabQuery(member._id, viewer, tab), member._id, viewer, window)
}

async function listKeys(
  mongo: MongoDatabase,
  query: ProfileTabQuery,
  authorId: string,
  viewer: Viewer,
  window: TimelineWindow,
): Promise<KeysetKey[]> {
  if (query === 'posts') return listMemberPosts(mongo, { authorId }, window)
  if (query === 'posts-with-picture') return listMemberPosts(mongo, { authorId, hasPicture: true }, window)
  if (query === 'none' || !viewer) return []
  return query === 'all-likes'
    ? listAllLikes(mongo, viewer, window)
    : listLikesOfAuthor(mongo, viewer, authorId, window)
}

/** Lists posts of one author, whose content the viewer may see. */
async function listMemberPosts(
  mongo: MongoDatabase,
  filter: { authorId: string; hasPicture?: true },
  window: TimelineWindow,
): Promise<KeysetKey[]> {
  const rows = await postsIn(mongo)
    .find(
      { ...filter, ...NOT_HIDDEN, ...afterCursor(window.after) },
      { ...mongo.operationOptions, projection: { createdAt: 1 } },
    )
    .sort(newestFirst)
    .limit(window.limit + 1)
    .toArray()
  return rows.map(({ _id, createdAt }) => ({ _id, createdAt }))
}

type LikedPost = KeysetKey & { authorId: string }

const findLikes = async (
  mongo: MongoDatabase,
  filter: { memberId: string; authorId?: string },
  { after, limit }: TimelineWindow,
): Promise<LikedPost[]> => {
  const projection = { postId: 1, authorId: 1, createdAt: 1 }
  const rows = await likesIn(mongo)
    .find(
      { ...filter, ...(after && { sortKey: { $lt: toLikeSortKey(after.createdAt, after._id) } }) },
      { ...mongo.operationOptions, projection },
    )
    .sort({ sortKey: -1 })
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
  window: TimelineWindow,
): Promise<KeysetKey[]> {
  const { after, limit } = window
  const likes = await findLikes(mongo, { memberId: viewer._id, authorId }, { after, limit: limit + 1 })
  return likes.map(toKey)
}

const listAllLikes = (
  mongo: MongoDatabase,
  viewer: NonNullable<Viewer>,
  window: TimelineWindow,
): Promise<KeysetKey[]> =>
  readFilteredWindow<LikedPost, KeysetKey>(
    { ...window, skip: 0 },
    {
      readRows: (after, limit) => findLikes(mongo, { memberId: viewer._id }, { after, limit }),
      async filterRows(rows) {
        const authorIds = [...new Set(rows.map(({ authorId }) => authorId))]
        const visibleAuthors = await findMembersWithVisibleContent(mongo, viewer, authorIds)
        return rows.filter(({ authorId }) => visibleAuthors.has(authorId)).map(toKey)
      },
    },
  )
