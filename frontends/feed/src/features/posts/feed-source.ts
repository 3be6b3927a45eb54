import { PAGE } from '@meadow/contracts/limits'
import { keys, type PostSource, type Scope } from '@meadow/features'
import { api } from '@meadow/web'

/** The posts of a scope, newest first. They never move by themselves: a visit loads them anew. */
export const feedSource = (scope: Scope): PostSource => ({
  queryKey: keys.list(scope),
  fetchPage: ({ cursor, signal }) => api('GET /posts', { query: { scope, limit: PAGE.posts, cursor }, signal }),
  staleTime: Infinity,
})
