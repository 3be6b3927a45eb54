import { useLocation, useNavigate } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'

/** Calls `onCompose` when a link with the location state `{ compose: true }` has led here. */
export function useComposeLink(onCompose: () => void): void {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isRequestedByLink = (state as { compose?: boolean } | null)?.compose === true
  const openFromLink = useEffectEvent(() => {
    void navigate('', { replace: true, state: { stay: true } }) // clears the state: a reload does not open it again
    onCompose()
  })
  useEffect(() => {
    if (isRequestedByLink) openFromLink()
  }, [isRequestedByLink])
}
