import { api, useQuery } from '@meadow/web'
import { keys } from '../../cache/keys.ts'

/** A member with their counts. */
export function useProfile(memberId: string) {
  return useQuery({
    queryKey: keys.profile(memberId),
    queryFn: ({ signal }) => api('GET /auth/profile/:idOrUsername', { params: { idOrUsername: memberId }, signal }),
  })
}
