import { useRef, useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { useRefreshPicture } from '../../data/messages/use-refresh-picture.ts'

/** Whether the picture of a message can be shown. One that does not load is asked for anew, once for each address. */
export function useMessagePicture(message: ShownMessage) {
  const src = message.media?.url ?? message.imageUrl
  const [state, setState] = useState<'shown' | 'asking' | 'failed'>('shown')
  const refresh = useRefreshPicture()
  const refreshedUrls = useRef(new Set<string>())

  const refreshPicture = async () => {
    refreshedUrls.current.add(src)
    setState('asking')
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
    /** The member asks. */
    again: () => void refreshPicture(),
  }
}
