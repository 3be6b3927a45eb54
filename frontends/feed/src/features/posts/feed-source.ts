import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type FeedScope, type PostListSource, queryKeys } from '@meadow/features'
import { api } from '@meadow/web'

/** Creates the source of a feed scope, newest first. It never refetches by itself; each visit reloads it. */
export const createFeedSource = (scope: FeedScope): PostListSource => ({
  queryKey: queryKeys.postList(scope),
  fetchPage: ({ cursor, signal }) => api('GET /posts', { query: { scope, limit: PAGE_SIZE.posts, cursor }, signal }),
  staleTime: Infinity,
})
