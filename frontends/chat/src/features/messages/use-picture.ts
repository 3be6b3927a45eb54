import { useRef, useState } from 'react'
import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { useFreshPicture } from '../../data/use-fresh-picture.ts'

/** Whether the picture of a message can be shown. One that does not load is asked for anew, once for each address. */
export function usePicture(message: ShownMessage) {
  const src = message.media?.url ?? message.imageUrl
  const [state, setState] = useState<'shown' | 'asking' | 'failed'>('shown')
  const refresh = useFreshPicture()
  const asked = useRef(new Set<string>())

  const ask = async () => {
    asked.current.add(src)
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
      if (asked.current.has(src) || message.local) setState('failed')
      else void ask()
    },
    /** The member asks. */
    again: () => void ask(),
  }
}
