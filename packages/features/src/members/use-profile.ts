import { api, useQuery } from '@meadow/web'
import { keys } from '../cache/keys.ts'

/** A member with their counts, found by id or username. */
export function useProfile(idOrUsername: string) {
  return useQuery({
    queryKey: keys.profile(idOrUsername),
    queryFn: ({ signal }) => api('GET /auth/profile/:idOrUsername', { params: { idOrUsername }, signal }),
  })
}
