import { PAGE } from '@meadow/contracts/limits'
import { type PostSource, queryKeys } from '@meadow/features'
import { api } from '@meadow/web'

/** The posts of a member, newest first: all, those with a picture, or those that the viewer liked. */
export const memberSource = (username: string, filter?: 'media' | 'liked'): PostSource => ({
  queryKey: filter ? [...queryKeys.memberPosts(username), filter] : queryKeys.memberPosts(username),
  fetchPage: ({ cursor, signal }) =>
    api('GET /posts/user/:username', {
      params: { username },
      query: { filter, limit: PAGE.posts, cursor },
      signal,
    }),
})
