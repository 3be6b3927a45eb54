import { mongoMembers, type Viewer, visibleMembers } from '@meadow/members'
import type { Key, Window } from '@meadow/service'
import { type Mongo, walk } from '@meadow/storage'
import { after, newestFirst } from '../mongo-newest.ts'
import { type PostRow, postsIn } from '../posts/mongo-rows.ts'
import { mongoMemberTimeline } from './mongo-member-timeline.ts'
import type { Scope, Timeline } from './timeline.ts'

type Found = Pick<PostRow, '_id' | 'authorId' | 'createdAt'>

/** Of so many authors MongoDB merges the walks of an index; of more it would sort all their posts. */
const AUTHORS_AT_ONCE = 100
const ALL = 2 ** 31 - 1

const toKeys = (rows: readonly Found[]): Key[] => rows.map(({ _id, createdAt }) => ({ _id, createdAt }))
const onlyKeys = { authorId: 1, createdAt: 1 }

/** The exact answer from the posts themselves: each query walks an index and stops when the page is full. */
export const mongoTimeline = (mongo: Mongo): Timeline => ({
  async home(viewer, scope, window) {
    if (scope !== 'following') return ofOthers(mongo, viewer, scope, window)
    return viewer ? ofFollowed(mongo, viewer, window) : []
  },
  ofMember: mongoMemberTimeline(mongo),
})

/**
 * The newest of each group of authors, then the newest of these. Whose posts the viewer may not see is known only of those
 * who turn up: they are left out, and the others asked again.
 */
async function ofFollowed(mongo: Mongo, viewer: { _id: string }, window: Window): Promise<Key[]> {
  const { limit, skip } = window
  const authors = new Set([viewer._id, ...(await mongoMembers(mongo).following(viewer._id, ALL))])
  for (;;) {
    const newest = await newestOf(mongo, [...authors], window)
    const turnedUp = [...new Set(newest.map(({ authorId }) => authorId))]
    const visible = await visibleMembers(mongo, viewer, turnedUp)
    if (visible.size === turnedUp.length) return toKeys(newest.slice(skip, skip + limit + 1))
    for (const id of turnedUp) if (!visible.has(id)) authors.delete(id)
  }
}

async function newestOf(mongo: Mongo, authors: readonly string[], window: Window): Promise<Found[]> {
  const wanted = window.skip + window.limit + 1
  const groups = Array.from({ length: Math.ceil(authors.length / AUTHORS_AT_ONCE) }, (_, n) =>
    authors.slice(n * AUTHORS_AT_ONCE, (n + 1) * AUTHORS_AT_ONCE),
  )
  const found = await Promise.all(
    groups.map((group) =>
      postsIn(mongo)
        .find({ authorId: { $in: group }, ...after(window.after) }, { ...mongo.within, projection: onlyKeys })
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
const ofOthers = (mongo: Mongo, viewer: Viewer, scope: Exclude<Scope, 'following'>, window: Window): Promise<Key[]> =>
  walk<Found, Key>(window, {
    read: (last, limit) =>
      postsIn(mongo)
        .find(after(last), { ...mongo.within, projection: onlyKeys })
        .hint('_id_')
        .sort(newestFirst)
        .limit(limit)
        .toArray(),
    async show(rows) {
      const authors = [...new Set(rows.map(({ authorId }) => authorId))]
      const visible = await visibleMembers(mongo, viewer, authors)
      const passedOver =
        scope === 'discover' && viewer
          ? new Set([viewer._id, ...(await mongoMembers(mongo).whichFollowed(viewer._id, authors))])
          : new Set()
      return toKeys(rows.filter(({ authorId }) => visible.has(authorId) && !passedOver.has(authorId)))
    },
  })
