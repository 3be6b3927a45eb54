import { type CallResponse, calls } from '@meadow/contracts'
import { callerToViewer, type Viewer } from '@meadow/members'
import { type CallRoute, DomainError, type KeysetWindow, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { createMuteRuleReader, type MuteRuleDeps, readFilledPage } from '../muting/unmuted-posts.ts'
import type { PinRepository } from '../pins/pin-repository.ts'
import { toPostView } from '../posts/post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import type { Timeline, TimelineEntry } from './timeline.ts'

type PostPage = CallResponse<typeof calls.listPosts>

export type TimelineRoutesDeps = { timeline: Timeline; posts: PostRepository; pins: PinRepository } & MuteRuleDeps

/** Builds a page of posts from the entries of a window. */
export function toPostPage(entries: readonly TimelineEntry[], viewer: Viewer, limit: number): PostPage {
  const { page, hasMore, nextCursor } = toKeysetPage(entries, limit)
  const views = page.flatMap(({ post }) => (post ? toPostView(post, viewer) : []))
  return { posts: views, pagination: { hasMore }, nextCursor }
}

export function createTimelineRoutes({ timeline, posts, pins, ...deps }: TimelineRoutesDeps): CallRoute[] {
  const readMuteRules = createMuteRuleReader(deps)
  const readPinnedPost = async (username: string, viewer: Viewer) => {
    const id = await pins.findByUsername(username, viewer)
    const [post] = id ? await posts.findMany([id], viewer) : []
    return post && toPostView(post, viewer)
  }

  return [
    serve(calls.listPosts, async ({ member, query }) => {
      const viewer = callerToViewer(member)
      if (!viewer && (query.ids || query.scope === 'following')) throw new DomainError('token_missing')
      if (query.ids) {
        const found = await posts.findMany(query.ids, viewer)
        return {
          posts: found.map((post) => toPostView(post, viewer)),
          pagination: { hasMore: false },
          nextCursor: null,
        }
      }
      const read = (window: KeysetWindow) => timeline.listHome(viewer, query.scope, window)
      const entries = await readFilledPage(toKeysetWindow(query), read, (first) => readMuteRules(viewer, first))
      return toPostPage(entries, viewer, query.limit)
    }),

    serve(calls.listMemberPosts, async ({ member, params, query }) => {
      const viewer = callerToViewer(member)
      const read = (window: KeysetWindow) => timeline.listByMember(params.username, viewer, window, query.filter)
      const listing = readFilledPage(toKeysetWindow(query), read, async () => undefined) // a profile shows what is muted, too
      const entries = await listing.catch((error) => {
        // The registration of a new member may not have arrived here yet; such a member has no posts.
        if (error instanceof DomainError && params.username.toLowerCase() === member?.username) return []
        throw error
      })
      const isFirstPage = !query.filter && !query.cursor && query.page === 1
      const pinnedPost = isFirstPage ? await readPinnedPost(params.username, viewer) : undefined
      return { ...toPostPage(entries, viewer, query.limit), ...(pinnedPost && { pinnedPost }) }
    }),
  ]
}
