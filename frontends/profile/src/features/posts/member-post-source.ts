import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type PostListSource, queryKeys } from '@meadow/features'
import { api } from '@meadow/web'

/** Creates the source of a member's posts, newest first: all, with a picture, or liked by the viewer. */
export const createMemberPostSource = (username: string, filter?: 'media' | 'liked'): PostListSource => ({
  queryKey: filter ? [...queryKeys.memberPosts(username), filter] : queryKeys.memberPosts(username),
  fetchPage: ({ cursor, signal }) =>
    api('GET /posts/user/:username', {
      params: { username },
      query: { filter, limit: PAGE_SIZE.posts, cursor },
      signal,
    }),
})
