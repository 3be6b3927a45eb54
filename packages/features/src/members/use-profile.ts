import { api, useQuery } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'

/** Creates the query of a member's profile by id or username. */
export const createProfileQuery = (idOrUsername: string) => ({
  queryKey: queryKeys.profile(idOrUsername),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api('GET /auth/profile/:idOrUsername', { params: { idOrUsername }, signal }),
})

/** Fetches a member's profile by id or username. */
export const useProfile = (idOrUsername: string) => useQuery(createProfileQuery(idOrUsername))
