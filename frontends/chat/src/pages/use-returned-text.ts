import { useEffect, useEffectEvent, useRef } from 'react'
import type { UnsentMessage } from '../data/messages/use-send-message.ts'

/** The reactions of the composer to the text of a message that the server refused while it was open. */
type ReturnedTextHandlers = {
  /** Puts the text into the composer, if it is empty. The message keeps its Retry button. */
  onRefuse: (message: UnsentMessage['data']) => void
  /** Removes the text from the composer, if the member has not changed it: the message is sent again. */
  onRetry: (message: UnsentMessage['data']) => void
}

/** Reports the text messages of `unsent` that the server refuses from now on, and every refused one that is sent again. */
export function useReturnedText(unsent: readonly UnsentMessage[], { onRefuse, onRetry }: ReturnedTextHandlers): void {
  const known = useRef<ReadonlyMap<string, boolean>>(new Map())
  const report = useEffectEvent((messages: readonly UnsentMessage[]) => {
    const wasRefused = known.current
    known.current = new Map(messages.map(({ id, refusal }) => [id, refusal !== null]))
    for (const { id, refusal, data } of messages) {
      if (data.pictures.length > 0) continue
      if (refusal && wasRefused.get(id) === false) onRefuse(data)
      if (!refusal && wasRefused.get(id) === true) onRetry(data)
    }
  })
  useEffect(() => report(unsent), [unsent])
}
