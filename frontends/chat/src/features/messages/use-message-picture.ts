import type { MediaView } from '@meadow/contracts/browser'
import { useRef, useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { useRefreshPicture } from '../../data/messages/use-refresh-picture.ts'

/** Returns the loading state of a picture of a message. Refreshes a URL that does not load, once for each URL. */
export function useMessagePicture(message: ShownMessage, { url }: MediaView) {
  const [state, setState] = useState<'shown' | 'refreshing' | 'failed'>('shown')
  const refresh = useRefreshPicture()
  const refreshedUrls = useRef(new Set<string>())

  const refreshPicture = async () => {
    refreshedUrls.current.add(url)
    setState('refreshing')
    try {
      await refresh(message)
      setState('shown')
    } catch {
      setState('failed')
    }
  }
  return {
    state,
    handleError: () => {
      if (refreshedUrls.current.has(url) || message.localState) setState('failed')
      else void refreshPicture()
    },
    /** Refreshes the URL again, at the request of the member. */
    retry: () => void refreshPicture(),
  }
}
