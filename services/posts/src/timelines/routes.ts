import { calls } from '@meadow/contracts'
import type { Viewer } from '@meadow/members'
import { type CallRoute, DomainError, type KeysetKey, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { toPostView } from '../posts/post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import type { Timeline } from './timeline.ts'

export type TimelineRoutesDeps = { timeline: Timeline; posts: PostRepository }

export function createTimelineRoutes({ timeline, posts }: TimelineRoutesDeps): CallRoute[] {
  async function toResponse(keys: readonly KeysetKey[], limit: number, viewer: Viewer) {
    const { page, hasMore, nextCursor } = toKeysetPage(keys, limit)
    const ids = page.map(({ _id }) => _id)
    return { posts: (await posts.findMany(ids, viewer)).map(toPostView), pagination: { hasMore }, nextCursor }
  }

  return [
    serve(calls.listPosts, async ({ member, query }) => {
      const viewer = { _id: member.sub }
      if (query.ids) {
        const found = await posts.findMany(query.ids, viewer)
        return { posts: found.map(toPostView), pagination: { hasMore: false }, nextCursor: null }
      }
      return toResponse(await timeline.listHome(viewer, query.scope, toKeysetWindow(query)), query.limit, viewer)
    }),

    serve(calls.listMemberPosts, async ({ member, params, query }) => {
      const viewer = { _id: member.sub }
      const listing = timeline.listByMember(params.username, viewer, toKeysetWindow(query), query.filter)
      const keys = await listing.catch((error) => {
        // The registration of a new member may not have arrived here yet; such a member has no posts.
        if (error instanceof DomainError && params.username.toLowerCase() === member.username) return []
        throw error
      })
      return toResponse(keys, query.limit, viewer)
    }),
  ]
}
