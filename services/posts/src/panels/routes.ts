import { calls } from '@meadow/contracts'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { callerToViewer } from '@meadow/members'
import { type CallRoute, serve } from '@meadow/service'
import { createExcerpt, type Post } from '../posts/post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import {
  findBestHour,
  MAX_OWN_POSTS,
  type PanelReader,
  type RecentComments,
  rankLivePosts,
  selectNewestActions,
  sumLikes,
  toStartOfWeek,
} from './panels.ts'

const LIVE_MS = 3_600_000
const LIVE_MAX_AGE_MS = 30_000
/** Some of the posts may be hidden from the viewer. */
const LIVE_CANDIDATES = 3 * PAGE_SIZE.panel

export type PanelRoutesDeps = { panels: PanelReader; posts: PostRepository; now: () => Date }

/** Creates the routes of the columns beside a page. Who may see a post is decided when it is read for the viewer. */
export function createPanelRoutes({ panels, posts, now }: PanelRoutesDeps): CallRoute[] {
  const readLivePosts = createLivePostReader({ panels, now })
  return [
    serve(calls.listLivePosts, async ({ member }) => {
      const live = await readLivePosts()
      const ids = live.map(({ postId }) => postId)
      const found = await posts.findMany(ids, callerToViewer(member))
      const authorIds = [...new Set(found.map(({ user }) => user._id))]
      const muted = await panels.findMuted({ _id: member.sub }, authorIds)
      const counts = new Map(live.map(({ postId, comments }) => [postId, comments]))
      const shown = found.filter(({ user }) => !muted.has(user._id)).slice(0, PAGE_SIZE.panel)
      return { posts: shown.map((post) => ({ post: toSummary(post), commentsCount: counts.get(post._id) ?? 0 })) }
    }),

    serve(calls.getInsights, async ({ member }) => {
      const [own, waitingComments] = await Promise.all([
        panels.listOwnPosts(member.sub, MAX_OWN_POSTS),
        panels.countWaitingComments({ _id: member.sub }, toStartOfWeek(now())),
      ])
      return { waitingComments, bestHour: findBestHour(own), postsCount: own.length, likes: sumLikes(own, now()) }
    }),

    serve(calls.listOwnActivity, async ({ member }) => {
      const newest = selectNewestActions(await panels.listOwnActions(member.sub, PAGE_SIZE.panel), PAGE_SIZE.panel)
      const found = await posts.findMany([...new Set(newest.map(({ postId }) => postId))], callerToViewer(member))
      const postsById = new Map(found.map((post) => [post._id, post]))
      return {
        actions: newest.flatMap(({ kind, postId, createdAt }) => {
          const post = postsById.get(postId)
          return post ? [{ kind, createdAt: createdAt.toISOString(), post: toSummary(post) }] : []
        }),
      }
    }),
  ]
}

const toSummary = ({ _id, user, content }: Post) => ({ _id, user, excerpt: createExcerpt(content) })

/** Returns a function that reads the posts with most comments in the last hour. All viewers share the result for half a minute. */
function createLivePostReader({ panels, now }: Pick<PanelRoutesDeps, 'panels' | 'now'>) {
  let reading: Promise<RecentComments[]> | undefined
  let validUntil = 0
  return () => {
    if (!reading || performance.now() >= validUntil) {
      validUntil = performance.now() + LIVE_MAX_AGE_MS
      const counted = panels.countRecentComments(new Date(now().getTime() - LIVE_MS))
      reading = counted.then((all) => rankLivePosts(all).slice(0, LIVE_CANDIDATES))
      reading.catch(() => {
        reading = undefined
      })
    }
    return reading
  }
}
