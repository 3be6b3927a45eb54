import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { pageConnectivity } from '../connectivity/page-connectivity.ts'

/** The names of TanStack Query that front ends use; see `router.ts` for the reason. */
export {
  type InfiniteData,
  type QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

const MAX_RETRIES = 2

/** Creates the query cache of the page. Retries only transient errors, and nothing while the server cannot be reached. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always', // offline is an error with a message, not an endless skeleton
        retry: (failures, error) =>
          failures < MAX_RETRIES && isTransientError(error) && pageConnectivity.readStatus() === 'online',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

const isTransientError = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.status >= 502)
