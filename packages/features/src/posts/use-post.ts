import { ApiError, api, useQuery, useQueryClient } from '@meadow/web'
import { keys } from '../cache/keys.ts'
import { findPost } from '../cache/posts.ts'

/** One post: at once what a list already shows of it, then what the server says. */
export function usePost(id: string) {
  const cache = useQueryClient()
  const query = useQuery({
    queryKey: keys.post(id),
    queryFn: ({ signal }) => api('GET /posts/:id', { params: { id }, signal }),
    initialData: () => findPost(cache, id),
    initialDataUpdatedAt: 0,
  })
  const { error } = query
  const isGone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid_request')
  return { ...query, isGone }
}
