import { useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'

/** The last message that came from somebody else while one looks, and whether it came where one could not see it. */
export function useReceivedMessage(
  messages: readonly ShownMessage[],
  currentUserId: string | undefined,
  isLastHidden: boolean,
) {
  const last = messages.at(-1)
  const [previousLast, setPreviousLast] = useState(last)
  const [arrived, setReceived] = useState<ShownMessage>()
  const [isUnseen, setIsUnseen] = useState(false)
  if (last?.key !== previousLast?.key) {
    setPreviousLast(last)
    if (previousLast && last && last.seq > previousLast.seq && last.sender._id !== currentUserId) {
      setReceived(last)
      setIsUnseen(isLastHidden)
    }
  }
  if (isUnseen && !isLastHidden) setIsUnseen(false)
  return { arrived, isUnseen }
}
