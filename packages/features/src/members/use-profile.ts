import { api, useQuery } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'

/** Fetches a member's profile by id or username. */
export function useProfile(idOrUsername: string) {
  return useQuery({
    queryKey: queryKeys.profile(idOrUsername),
    queryFn: ({ signal }) => api('GET /auth/profile/:idOrUsername', { params: { idOrUsername }, signal }),
  })
}
