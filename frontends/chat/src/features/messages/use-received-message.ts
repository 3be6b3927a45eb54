import { useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'

/**
 * Returns the last message that was received while the list is shown. `isUnseen` is true if it arrived while the end of the
 * list was not visible (`isLastHidden`).
 */
export function useReceivedMessage(
  messages: readonly ShownMessage[],
  currentUserId: string | undefined,
  isLastHidden: boolean,
) {
  const last = messages.at(-1)
  const [previousLast, setPreviousLast] = useState(last)
  const [received, setReceived] = useState<ShownMessage>()
  const [isUnseen, setIsUnseen] = useState(false)
  if (last?.key !== previousLast?.key) {
    setPreviousLast(last)
    if (previousLast && last && last.seq > previousLast.seq && last.sender._id !== currentUserId) {
      setReceived(last)
      setIsUnseen(isLastHidden)
    }
  }
  if (isUnseen && !isLastHidden) setIsUnseen(false)
  return { received, isUnseen }
}
