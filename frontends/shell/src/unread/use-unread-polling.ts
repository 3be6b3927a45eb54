import { useSession, useWhenIdle } from '@meadow/web'
import { useState } from 'react'

const EVERY_MS = 20_000

/**
 * Returns the query options that poll an unread count: first when the page is idle, then every 20 seconds and when the
 * tab becomes visible. Hidden tabs do not poll. A failed request keeps the last count.
 */
export function useUnreadPolling() {
  const isMember = useSession().status === 'authenticated'
  const [isQuiet, setQuiet] = useState(false)
  useWhenIdle(() => setQuiet(true))
  return {
    enabled: isMember && isQuiet,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always' as const,
    staleTime: EVERY_MS,
  }
}
