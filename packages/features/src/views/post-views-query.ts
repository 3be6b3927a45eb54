import { type ApiResponse, api } from '@meadow/web'

export type PostViewsData = ApiResponse<'GET /posts/:id/views'>

/** The views of a post, or null if its author hides them. */
export const createPostViewsQuery = (postId: string) => ({
  queryKey: createPostViewsKey(postId),
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /posts/:id/views', { params: { id: postId }, signal }),
})

export const createPostViewsKey = (postId: string) => ['posts', 'views', postId] as const
