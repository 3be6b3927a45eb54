import { calls } from '@meadow/contracts'
import { parseSearch, toTag } from '@meadow/contracts/parse-search'
import { callerToViewer } from '@meadow/members'
import { type CallRoute, serve, type Throttle, withThrottle } from '@meadow/service'
import { toPostView } from '../posts/post.ts'
import type { PostRepository } from '../posts/post-repository.ts'
import type { TagStore } from '../tags/tag.ts'
import { createTagFinder, type FindTags } from '../tags/tag-finder.ts'
import {
  createFirstCursor,
  decodeSearchCursor,
  encodeSearchCursor,
  type FoundPostsWindow,
  findPostsToRank,
  type PostFinder,
  SEARCH_LIMIT,
  toPostSearch,
  toSearchKey,
  toSearchPage,
} from './post-search.ts'
import { findHighlights } from './search-terms.ts'

export type SearchRoutesDeps = {
  postFinder: PostFinder
  posts: PostRepository
  tags: TagStore
  throttle: Throttle
  now: () => Date
}

const NOTHING = { posts: [], highlights: [], tags: [], pagination: { hasMore: false }, nextCursor: null }

export function createSearchRoutes(deps: SearchRoutesDeps): CallRoute[] {
  const findTags = createTagFinder(deps)
  return [
    serve(calls.searchPosts, ({ member, query }) => {
      const { q, limit, cursor } = query
      if (query.type === 'tags') return searchTags(deps, findTags, member.sub, query)
      const search = toPostSearch(parseSearch(q), q)
      const viewer = callerToViewer(member)
      const key = toSearchKey(q, member.sub)
      const place = cursor === undefined ? createFirstCursor(key, deps.now()) : decodeSearchCursor(cursor, key)
      if (!search) return Promise.resolve(NOTHING)
      return withThrottle(deps.throttle, SEARCH_LIMIT, member.sub, async () => {
        const find = (window: FoundPostsWindow) => deps.postFinder.find(search, viewer, window)
        const found = await findPostsToRank(find, place, limit)
        const { page, next } = toSearchPage(found, place, limit)
        const ids = page.map(({ _id }) => _id)
        const posts = await deps.posts.findMany(ids, viewer)
        return {
          posts: posts.map((post) => toPostView(post, viewer)),
          highlights: posts.map(({ _id, content }) => ({
            postId: _id,
            ranges: findHighlights(content, search.required),
          })),
          tags: [],
          pagination: { hasMore: next !== undefined },
          nextCursor: next ? encodeSearchCursor(next) : null,
        }
      })
    }),
  ]
}

/** Finds tags that begin with the text of a search. */
async function searchTags(
  { throttle }: SearchRoutesDeps,
  findTags: FindTags,
  memberId: string,
  { q, limit }: { q: string; limit: number },
) {
  const prefix = toTag(q.trim())
  if (!prefix) return NOTHING
  return withThrottle(throttle, SEARCH_LIMIT, memberId, async () => ({
    ...NOTHING,
    tags: [...(await findTags(prefix, limit))],
  }))
}
