import { useSession } from '@meadow/web'

const EVERY_MS = 20_000

/**
 * How a count of the server is kept fresh: asked for every 20 seconds and when the tab becomes visible, never by a hidden
 * tab. A failure is silent, and the last number stays.
 */
export const useKeptFresh = () => ({
  enabled: useSession().status === 'authenticated',
  refetchInterval: EVERY_MS,
  refetchOnWindowFocus: 'always' as const,
  staleTime: EVERY_MS,
})
