import { useState } from 'react'
import type { ShownMessage } from '../../data/outbox/waiting.ts'

/** The last message that came from somebody else while one looks, and whether it came where one could not see it. */
export function useArrived(messages: readonly ShownMessage[], you: string | undefined, isAway: boolean) {
  const last = messages.at(-1)
  const [known, setKnown] = useState(last)
  const [arrived, setArrived] = useState<ShownMessage>()
  const [isUnseen, setUnseen] = useState(false)
  if (last?.key !== known?.key) {
    setKnown(last)
    if (known && last && last.seq > known.seq && last.sender._id !== you) {
      setArrived(last)
      setUnseen(isAway)
    }
  }
  if (isUnseen && !isAway) setUnseen(false)
  return { arrived, isUnseen }
}
