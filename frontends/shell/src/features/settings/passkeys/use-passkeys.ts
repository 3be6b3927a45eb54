import { type ApiResponse, api, useQuery } from '@meadow/web'

/** The query of the member's passkeys, which a change invalidates. */
export const passkeysQueryKey = ['passkeys']

export type Passkey = ApiResponse<'GET /auth/passkeys'>['passkeys'][number]

/** Fetches the passkeys of the member. */
export const usePasskeys = () =>
  useQuery({ queryKey: passkeysQueryKey, queryFn: ({ signal }) => api('GET /auth/passkeys', { signal }) })
