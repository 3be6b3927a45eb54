import { ApiError, api, useQuery, useQueryClient } from '@meadow/web'
import { findCachedPost } from '../cache/cached-posts.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** Fetches one post. Starts with the version of a cached list, if there is one. */
export function usePost(id: string) {
  const cache = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.post(id),
    queryFn: ({ signal }) => api('GET /posts/:id', { params: { id }, signal }),
    initialData: () => findCachedPost(cache, id),
    initialDataUpdatedAt: 0,
  })
  const { error } = query
  const isGone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid_request')
  return { ...query, isGone }
}
