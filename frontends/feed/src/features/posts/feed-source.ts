import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type FeedScope, type PostListSource, queryKeys } from '@meadow/features'
import { api } from '@meadow/web'

/** The posts of a scope, newest first. They never move by themselves: a visit loads them anew. */
export const createFeedSource = (scope: FeedScope): PostListSource => ({
  queryKey: queryKeys.postList(scope),
  fetchPage: ({ cursor, signal }) => api('GET /posts', { query: { scope, limit: PAGE_SIZE.posts, cursor }, signal }),
  staleTime: Infinity,
})
