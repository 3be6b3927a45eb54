import { useSession, useWhenIdle } from '@meadow/web'
import { useState } from 'react'

const EVERY_MS = 20_000

/**
 * How a count of the server is kept fresh: asked for when the page has what one came for, every 20 seconds, and when the
 * tab becomes visible, never by a hidden tab. A failure is silent, and the last number stays.
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
