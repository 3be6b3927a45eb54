import type { OAUTH_PROVIDERS } from '@meadow/contracts/account-limits'
import { ApiError, type ApiResponse, api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { t } from './texts.ts'

type ConnectedProviders = ApiResponse<'GET /auth/oauth/connected'>
/** The fields by which calls that cannot be undone identify the member: the password of an account that has one, or a proof in its place. */
export type OwnProof = { password: string } | { proof: string }
type ProviderId = (typeof OAUTH_PROVIDERS)[number]

const connectedQueryKey = ['connected-providers']

/** Fetches the providers that the member has connected, and if the account has a password. */
export const useConnectedProviders = () =>
  useQuery({
    queryKey: connectedQueryKey,
    queryFn: ({ signal }) => api('GET /auth/oauth/connected', { signal }),
    staleTime: 0, // a provider is connected on another page
  })

/** Fetches the providers that this installation offers. */
export const useOfferedProviders = () =>
  useQuery({ queryKey: ['oauth-providers'], queryFn: ({ signal }) => api('GET /auth/oauth', { signal }) })

/** Mutations that go to a provider to connect it, and that disconnect one. */
export function useProviderConnections() {
  const cache = useQueryClient()
  const toast = useToast()
  const connect = useMutation({
    mutationFn: (provider: ProviderId) => api('POST /auth/oauth/:provider/connect', { params: { provider } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      toast({ tone: 'error', title: error instanceof ApiError ? error.message : t('settings.providerFailed') }),
  })
  const disconnect = useMutation({
    mutationFn: ({ provider, own }: { provider: ProviderId; own: OwnProof }) =>
      api('DELETE /auth/oauth/:provider', { params: { provider }, body: own }),
    onSuccess: (_, { provider }) =>
      cache.setQueryData<ConnectedProviders>(
        connectedQueryKey,
        (known) => known && { ...known, providers: known.providers.filter((other) => other.provider !== provider) },
      ),
  })
  return { connect, disconnect }
}
