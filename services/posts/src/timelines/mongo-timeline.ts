import { createMongoMemberReadModel, findVisibleMembers, type Viewer } from '@meadow/members'
import type { KeysetKey, KeysetWindow } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow } from '@meadow/storage'
import { afterCursor, newestFirst } from '../mongo-newest-first.ts'
import { type PostDocument, postsIn } from '../posts/mongo-post-collections.ts'
import { createMongoMemberTimeline } from './mongo-member-timeline.ts'
import type { Timeline, TimelineScope } from './timeline.ts'

type TimelinePost = Pick<PostDocument, '_id' | 'authorId' | 'createdAt'>

/** Of so many authors MongoDB merges the walks of an index; of more it would sort all their posts. */
const MAX_AUTHORS_PER_QUERY = 100
const MAX_FOLLOWED = 2 ** 31 - 1

const toKeys = (rows: readonly TimelinePost[]): KeysetKey[] => rows.map(({ _id, createdAt }) => ({ _id, createdAt }))
const KEY_PROJECTION = { authorId: 1, createdAt: 1 }

/** The exact answer from the posts themselves: each query walks an index and stops when the page is full. */
export const createMongoTimeline = (mongo: MongoDatabase): Timeline => ({
  async listHome(viewer, scope, window) {
    if (scope !== 'following') return listOtherPosts(mongo, viewer, scope, window)
    return viewer ? listFollowedPosts(mongo, viewer, window) : []
  },
  listByMember: createMongoMemberTimeline(mongo),
})

/**
 * The newest of each group of authors, then the newest of these. Whose posts the viewer may not see is known only of those
 * who turn up: they are left out, and the others asked again.
 */
async function listFollowedPosts(
  mongo: MongoDatabase,
  viewer: { _id: string },
  window: KeysetWindow,
): Promise<KeysetKey[]> {
  const { limit, skip } = window
  const authors = new Set([
    viewer._id,
    ...(await createMongoMemberReadModel(mongo).listFollowing(viewer._id, MAX_FOLLOWED)),
  ])
  for (;;) {
    const newest = await findNewestPosts(mongo, [...authors], window)
    const turnedUp = [...new Set(newest.map(({ authorId }) => authorId))]
    const visible = await findVisibleMembers(mongo, viewer, turnedUp)
    if (visible.size === turnedUp.length) return toKeys(newest.slice(skip, skip + limit + 1))
    for (const id of turnedUp) if (!visible.has(id)) authors.delete(id)
  }
}

async function findNewestPosts(
  mongo: MongoDatabase,
  authors: readonly string[],
  window: KeysetWindow,
): Promise<TimelinePost[]> {
  const wanted = window.skip + window.limit + 1
  const groups = Array.from({ length: Math.ceil(authors.length / MAX_AUTHORS_PER_QUERY) }, (_, n) =>
    authors.slice(n * MAX_AUTHORS_PER_QUERY, (n + 1) * MAX_AUTHORS_PER_QUERY),
  )
  const found = await Promise.all(
    groups.map((group) =>
      postsIn(mongo)
        .find(
          { authorId: { $in: group }, ...afterCursor(window.after) },
          { ...mongo.operationOptions, projection: KEY_PROJECTION },
        )
        .hint('by_author') // by time alone a walk may be long
        .sort(newestFirst)
        .limit(wanted)
        .toArray(),
    ),
  )
  return found
    .flat()
    .sort((one, other) => (one._id < other._id ? 1 : -1))
    .slice(0, wanted)
}

/** Everybody's posts by their ids, which begin with their time, without those that are passed over. */
const listOtherPosts = (
  mongo: MongoDatabase,
  viewer: Viewer,
  scope: Exclude<TimelineScope, 'following'>,
  window: KeysetWindow,
): Promise<KeysetKey[]> =>
  readFilteredWindow<TimelinePost, KeysetKey>(window, {
    readRows: (last, limit) =>
      postsIn(mongo)
        .find(afterCursor(last), { ...mongo.operationOptions, projection: KEY_PROJECTION })
        .hint('_id_')
        .sort(newestFirst)
        .limit(limit)
        .toArray(),
    async filterRows(rows) {
      const authors = [...new Set(rows.map(({ authorId }) => authorId))]
      const visible = await findVisibleMembers(mongo, viewer, authors)
      const passedOver =
        scope === 'discover' && viewer
          ? new Set([viewer._id, ...(await createMongoMemberReadModel(mongo).findFollowed(viewer._id, authors))])
          : new Set()
      return toKeys(rows.filter(({ authorId }) => visible.has(authorId) && !passedOver.has(authorId)))
    },
  })
