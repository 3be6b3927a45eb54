import { calls } from '@meadow/contracts'
import type { Viewer } from '@meadow/members'
import { DomainError, type Key, type Served, serve, toPage, toWindow } from '@meadow/service'
import type { PostRepository } from '../posts/post-repository.ts'
import { toPostView } from '../posts/view.ts'
import type { Timeline } from './timeline.ts'

type Parts = { timeline: Timeline; posts: PostRepository }

export function timelineCalls({ timeline, posts }: Parts): Served[] {
  async function show(keys: readonly Key[], limit: number, viewer: Viewer) {
    const { page, hasMore, nextCursor } = toPage(keys, limit)
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
      return show(await timeline.home(viewer, query.scope, toWindow(query)), query.limit, viewer)
    }),

    serve(calls.listMemberPosts, async ({ member, params, query }) => {
      const viewer = { _id: member.sub }
      const asked = timeline.ofMember(params.username, viewer, toWindow(query), query.filter)
      const keys = await asked.catch((error) => {
        // who has just registered is not known here yet, and has written nothing
        if (error instanceof DomainError && params.username.toLowerCase() === member.username) return []
        throw error
      })
      return show(keys, query.limit, viewer)
    }),
  ]
}
