import { PAGE } from '@meadow/contracts/limits'
import { type FeedScope, type PostSource, queryKeys } from '@meadow/features'
import { api } from '@meadow/web'

/** The posts of a scope, newest first. They never move by themselves: a visit loads them anew. */
export const feedSource = (scope: FeedScope): PostSource => ({
  queryKey: queryKeys.list(scope),
  fetchPage: ({ cursor, signal }) => api('GET /posts', { query: { scope, limit: PAGE.posts, cursor }, signal }),
  staleTime: Infinity,
})
