import { useRef, useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { useRefreshPicture } from '../../data/messages/use-refresh-picture.ts'

/** Returns the URL and the loading state of a message's picture. Refreshes a URL that does not load, once for each URL. */
export function useMessagePicture(message: ShownMessage) {
  const src = message.media?.url ?? message.imageUrl
  const [state, setState] = useState<'shown' | 'refreshing' | 'failed'>('shown')
  const refresh = useRefreshPicture()
  const refreshedUrls = useRef(new Set<string>())

  const refreshPicture = async () => {
    refreshedUrls.current.add(src)
    setState('refreshing')
    try {
      await refresh(message)
      setState('shown')
    } catch {
      setState('failed')
    }
  }
  return {
    src,
    state,
    handleError: () => {
      if (refreshedUrls.current.has(src) || message.localState) setState('failed')
      else void refreshPicture()
    },
    /** Refreshes the URL again, at the request of the member. */
    retry: () => void refreshPicture(),
  }
}
