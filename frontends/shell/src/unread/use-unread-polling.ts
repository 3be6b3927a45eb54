import { useSession, useWhenIdle } from '@meadow/web'
import { useState } from 'react'

const POLL_INTERVAL_MS = 20_000

/**
 * Returns the query options that poll an unread count: first when the page is idle, then every 20 seconds and when the
 * tab becomes visible. Hidden tabs do not poll. A failed request keeps the last count.
 */
export function useUnreadPolling() {
  const isMember = useSession().status === 'authenticated'
  const [isIdle, setIdle] = useState(false)
  useWhenIdle(() => setIdle(true))
  return {
    enabled: isMember && isIdle,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: 'always' as const,
    staleTime: POLL_INTERVAL_MS,
  }
}
