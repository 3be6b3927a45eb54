import { calls, type PostView } from '@meadow/contracts'
import { toTag } from '@meadow/contracts/parse-search'
import { claimsToActor, type MemberReadModel, toMemberView } from '@meadow/members'
import {
  type BackgroundTask,
  type CallRoute,
  DomainError,
  decodeCursor,
  encodeCursor,
  type Logger,
  serve,
} from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { createMuteRuleReader, type MuteRuleDeps, withMarkedComments } from '../muting/unmuted-posts.ts'
import { type Post, toPostView } from '../posts/post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import { createExclusionTest, type DiscoverEntry, type DiscoverExclusion, rankDiscover } from './discover.ts'
import type { DiscoverMember, DiscoverRepository } from './discover-repository.ts'
import { findCandidates } from './find-candidates.ts'

const SNAPSHOT_LIFETIME_MS = 6 * 3_600_000
/** A cursor names the snapshot and the number of its entries before the page. */
const CURSOR_PATTERN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(0|[1-9]\d{0,2})$/

export type DiscoverRoutesDeps = MuteRuleDeps & {
  discover: DiscoverRepository
  posts: PostRepository
  members: MemberReadModel
  newId: (at: Date) => string
  now: () => Date
}

type OpenSnapshot = { id: string; entries: readonly DiscoverEntry[]; start: number }

export function createDiscoverRoutes(deps: DiscoverRoutesDeps): CallRoute[] {
  const { discover, members, now } = deps
  return [
    serve(calls.listDiscoverPosts, async ({ member, query }) => {
      const viewer = claimsToActor(member)
      const snapshot = await (query.cursor === undefined
        ? takeSnapshot(deps, viewer)
        : findSnapshot(deps, viewer, query.cursor))
      const { shown, end } = await readShownPosts(deps, viewer, snapshot, query.limit)
      const views = await toReasonedViews(deps, viewer, shown)
      const hasMore = end < snapshot.entries.length
      return {
        posts: views,
        pagination: { hasMore },
        nextCursor: hasMore ? encodeCursor(`${snapshot.id}:${end}`) : null,
      }
    }),

    serve(calls.setDiscoverExclusion, async ({ member, body: { authorId, tag = '', state } }) => {
      await requireActiveMember(members, claimsToActor(member))
      const exclusion: DiscoverExclusion = authorId
        ? { kind: 'author', subject: authorId }
        : { kind: 'tag', subject: toTag(tag) }
      if (!state) await discover.removeExclusion(member.sub, exclusion)
      else if (!(await discover.addExclusion(member.sub, exclusion, now())))
        throw new DomainError('exclusion_limit_reached')
      return { ok: true as const }
    }),

    serve(calls.listDiscoverExclusions, async ({ member }) => {
      const viewer = claimsToActor(member)
      const exclusions = await discover.listExclusions(viewer._id)
      const ids = exclusions.flatMap(({ kind, subject }) => (kind === 'author' ? [subject] : []))
      const [found, followed] = await Promise.all([
        discover.findMembers(viewer, ids),
        members.findFollowed(viewer._id, ids),
      ])
      const tags = exclusions.flatMap(({ kind, subject }) => (kind === 'tag' ? [subject] : []))
      const excluded = ids.flatMap((id) => found.get(id) ?? [])
      return { members: excluded.map((one) => toMemberView(one, followed.has(one._id))), tags }
    }),
  ]
}

/** Creates the background task that deletes expired snapshots, every hour. */
export const createDiscoverCleanup = (
  deps: Pick<DiscoverRoutesDeps, 'discover' | 'now'> & { log: Logger },
): BackgroundTask =>
  createHourlyCleanup({
    name: 'discover cleanup',
    log: deps.log,
    deleteBatch: () => deps.discover.deleteSnapshots(getOldestSnapshotTime(deps)),
  })

const getOldestSnapshotTime = ({ now }: Pick<DiscoverRoutesDeps, 'now'>) =>
  new Date(now().getTime() - SNAPSHOT_LIFETIME_MS)

/** Ranks the posts for a visit, and stores their order. */
async function takeSnapshot(deps: DiscoverRoutesDeps, viewer: DiscoverMember): Promise<OpenSnapshot> {
  const { discover, newId } = deps
  const now = deps.now()
  const [candidates, exclusions] = await Promise.all([
    findCandidates(deps, viewer, now),
    discover.listExclusions(viewer._id),
  ])
  const snapshot = {
    _id: newId(now),
    memberId: viewer._id,
    entries: rankDiscover(candidates, exclusions, now),
    createdAt: now,
  }
  if (snapshot.entries.length > 0) await discover.addSnapshot(snapshot)
  return { id: snapshot._id, entries: snapshot.entries, start: 0 }
}

/** Finds the snapshot of a cursor. @throws invalid_cursor | snapshot_expired */
async function findSnapshot(deps: DiscoverRoutesDeps, viewer: DiscoverMember, cursor: string): Promise<OpenSnapshot> {
  const [id = '', start] = decodeCursor(cursor, CURSOR_PATTERN)
  const snapshot = await deps.discover.findSnapshot(viewer._id, id)
  if (!snapshot || snapshot.createdAt < getOldestSnapshotTime(deps)) throw new DomainError('snapshot_expired')
  return { id, entries: snapshot.entries, start: Number(start) }
}

type ShownPost = { post: Post; entry: DiscoverEntry }

/**
 * Reads entries until `limit` posts are found that the viewer may still see and has not excluded since. `end`: the entries before the next
 * page.
 */
async function readShownPosts(
  { discover, posts, ...deps }: DiscoverRoutesDeps,
  viewer: DiscoverMember,
  { entries, start }: OpenSnapshot,
  limit: number,
): Promise<{ shown: ShownPost[]; end: number }> {
  const shown: ShownPost[] = []
  const isExcluded = createExclusionTest(start > 0 ? await discover.listExclusions(viewer._id) : [])
  const rules = await createMuteRuleReader(deps)(viewer)
  let end = start
  while (shown.length < limit && end < entries.length) {
    const read = entries.slice(end, end + limit - shown.length)
    end += read.length
    const wanted = read.filter((entry) => !isExcluded(entry))
    const [found, muted] = await Promise.all([
      posts.findMany(
        wanted.map(({ postId }) => postId),
        viewer,
      ),
      discover.findMuted(viewer, [...new Set(wanted.map(({ authorId }) => authorId))]),
    ])
    const byId = new Map(found.map((post) => [post._id, post]))
    for (const entry of wanted) {
      const post = byId.get(entry.postId)
      if (post && !muted.has(entry.authorId) && !rules?.isMutedPost(post))
        shown.push({ post: withMarkedComments(post, rules), entry })
    }
  }
  return { shown, end }
}

/** Converts posts to views with their reasons. A reason that names a member whom the viewer no longer sees or follows is left out. */
async function toReasonedViews(
  { discover, members }: DiscoverRoutesDeps,
  viewer: DiscoverMember,
  shown: readonly ShownPost[],
): Promise<PostView[]> {
  const namedIds = [...new Set(shown.flatMap(({ entry: { reason } }) => ('memberId' in reason ? reason.memberId : [])))]
  const [named, followed, muted] = await Promise.all([
    discover.findMembers(viewer, namedIds),
    members.findFollowed(viewer._id, namedIds),
    discover.findMuted(viewer, namedIds),
  ])
  return shown.map(({ post, entry: { reason } }) => {
    const view = toPostView(post, viewer)
    if (!('memberId' in reason)) return { ...view, reason }
    const liker = named.get(reason.memberId)
    if (!liker || !followed.has(liker._id) || muted.has(liker._id)) return view
    return { ...view, reason: { kind: reason.kind, member: { _id: liker._id, fullName: liker.fullName } } }
  })
}
