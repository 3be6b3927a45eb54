import {
  createMongoMemberReadModel,
  findMembersWithVisibleContent,
  findMutedMembers,
  type Viewer,
} from '@meadow/members'
import type { KeysetKey } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow } from '@meadow/storage'
import { afterCursor, newestFirst } from '../mongo-newest-first.ts'
import { NOT_HIDDEN, type PostDocument, postsIn } from '../posts/mongo-post-collections.ts'
import { readPosts } from '../posts/mongo-read-posts.ts'
import { listMongoMemberTimeline } from './mongo-member-timeline.ts'
import type { Timeline, TimelineEntry, TimelineScope, TimelineWindow } from './timeline.ts'

type TimelinePost = Pick<PostDocument, '_id' | 'authorId' | 'createdAt'>

/** MongoDB merges index scans of up to this number of authors; for more authors it would sort all their posts. */
const MAX_AUTHORS_PER_QUERY = 100
const MAX_FOLLOWED = 2 ** 31 - 1

const toKeys = (rows: readonly TimelinePost[]): KeysetKey[] => rows.map(({ _id, createdAt }) => ({ _id, createdAt }))
const KEY_PROJECTION = { authorId: 1, createdAt: 1 }

/** Creates a timeline that queries the posts. Each query scans an index and stops when the page is full. */
export const createMongoTimeline = (mongo: MongoDatabase): Timeline => ({
  listHome: async (viewer, scope, window) =>
    readEntries(mongo, await listHomeKeys(mongo, viewer, scope, window), viewer, window),
  listByMember: async (username, viewer, window, tab) =>
    readEntries(mongo, await listMongoMemberTimeline(mongo, username, viewer, window, tab), viewer, window),
})

/** Reads the posts of the first `limit` keys. */
async function readEntries(
  mongo: MongoDatabase,
  keys: readonly KeysetKey[],
  viewer: Viewer,
  { limit }: TimelineWindow,
): Promise<TimelineEntry[]> {
  const ids = keys.slice(0, limit).map(({ _id }) => _id)
  const posts = new Map((await readPosts(mongo, ids, viewer)).map((post) => [post.sharedBy?._id ?? post._id, post]))
  return keys.map((key) => ({ ...key, post: posts.get(key._id) }))
}

async function listHomeKeys(
  mongo: MongoDatabase,
  viewer: Viewer,
  scope: TimelineScope,
  window: TimelineWindow,
): Promise<KeysetKey[]> {
  if (scope !== 'following') return listOtherPosts(mongo, viewer, scope, window)
  return viewer ? listFollowedPosts(mongo, viewer, window) : []
}

/**
 * Lists the newest posts of followed members, without those whom the viewer mutes. Checks visibility only for the authors of these posts; if some are not
 * visible, removes them from the authors and queries again.
 */
async function listFollowedPosts(
  mongo: MongoDatabase,
  viewer: { _id: string },
  window: TimelineWindow,
): Promise<KeysetKey[]> {
  const authors = new Set([
    viewer._id,
    ...(await createMongoMemberReadModel(mongo).listFollowing(viewer._id, MAX_FOLLOWED)),
  ])
  for (const muted of await findMutedMembers(mongo, viewer)) authors.delete(muted)
  for (;;) {
    const newest = await findNewestPosts(mongo, [...authors], window)
    const authorIds = [...new Set(newest.map(({ authorId }) => authorId))]
    const visibleAuthors = await findMembersWithVisibleContent(mongo, viewer, authorIds)
    if (visibleAuthors.size === authorIds.length) return toKeys(newest)
    for (const id of authorIds) if (!visibleAuthors.has(id)) authors.delete(id)
  }
}

/** Finds the newest posts of each group of authors, and merges them. */
async function findNewestPosts(
  mongo: MongoDatabase,
  authors: readonly string[],
  window: TimelineWindow,
): Promise<TimelinePost[]> {
  const count = window.limit + 1
  const groups = Array.from({ length: Math.ceil(authors.length / MAX_AUTHORS_PER_QUERY) }, (_, n) =>
    authors.slice(n * MAX_AUTHORS_PER_QUERY, (n + 1) * MAX_AUTHORS_PER_QUERY),
  )
  const newestOfGroups = await Promise.all(
    groups.map((group) =>
      postsIn(mongo)
        .find(
          { authorId: { $in: group }, ...NOT_HIDDEN, ...afterCursor(window.after) },
          { ...mongo.operationOptions, projection: KEY_PROJECTION },
        )
        .hint('by_author') // a scan by time alone may read many posts of other authors
        .sort(newestFirst)
        .limit(count)
        .toArray(),
    ),
  )
  return newestOfGroups
    .flat()
    .sort((one, other) => (one._id < other._id ? 1 : -1))
    .slice(0, count)
}

/** Lists posts of all or of not followed members, in the order of their ids, which begin with their time. */
const listOtherPosts = (
  mongo: MongoDatabase,
  viewer: Viewer,
  scope: Exclude<TimelineScope, 'following'>,
  window: TimelineWindow,
): Promise<KeysetKey[]> =>
  readFilteredWindow<TimelinePost, KeysetKey>(
    { ...window, skip: 0 },
    {
      readRows: (after, limit) =>
        postsIn(mongo)
          .find(
            { ...NOT_HIDDEN, isPlainShare: { $ne: true }, ...afterCursor(after) },
            { ...mongo.operationOptions, projection: KEY_PROJECTION },
          )
          .hint('_id_')
          .sort(newestFirst)
          .limit(limit)
          .toArray(),
      async filterRows(rows) {
        const authorIds = [...new Set(rows.map(({ authorId }) => authorId))]
        const visibleAuthors = await findMembersWithVisibleContent(mongo, viewer, authorIds)
        const excludedAuthors = await findMutedMembers(mongo, viewer, authorIds)
        if (scope === 'discover' && viewer) {
          excludedAuthors.add(viewer._id)
          for (const id of await createMongoMemberReadModel(mongo).findFollowed(viewer._id, authorIds))
            excludedAuthors.add(id)
        }
        return toKeys(rows.filter(({ authorId }) => visibleAuthors.has(authorId) && !excludedAuthors.has(authorId)))
      },
    },
  )
