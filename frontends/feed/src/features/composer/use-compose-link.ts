import { useLocation, useNavigate } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'

/** Request of a link to the home page: opens the composer, with a refused post of the outbox to edit. */
type ComposeLinkState = { compose?: boolean; editedEntryId?: string } | null

/** Calls `onCompose` when a link with the location state `{ compose: true }` has led here. */
export function useComposeLink(onCompose: (editedEntryId: string | undefined) => void): void {
  const location = useLocation()
  const state = location.state as ComposeLinkState
  const navigate = useNavigate()
  const isRequestedByLink = state?.compose === true
  const openFromLink = useEffectEvent(() => {
    void navigate('', { replace: true, state: { stay: true } }) // clears the state: a reload does not open it again
    onCompose(state?.editedEntryId)
  })
  useEffect(() => {
    if (isRequestedByLink) openFromLink()
  }, [isRequestedByLink])
}
