import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

/** The only door to the query cache: see the router's. */
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

/** The one cache that calls write to and screens read from. Only what can pass by itself is tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always', // offline is told as an error with its own sentence, not as a skeleton without end
        retry: (failures, error) => failures < MAX_RETRIES && isTransientError(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

const isTransientError = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.status >= 502)
