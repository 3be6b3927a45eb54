import type { UnsentPicture } from '@meadow/features/outbox-plans'
import { useState } from 'react'
import { toQuotedMessage } from '../data/messages/quoted-message.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import type { ComposerMode } from '../features/composer/composer-mode-bar.tsx'

/** An unsent message whose content goes back into the composer. */
export type ReturnedMessage = { message: ShownMessage; pictures: readonly UnsentPicture[] }

/**
 * Holds the mode of a composer: new message (undefined), reply or edit, and the text of an edit; and an unsent message whose
 * content the composer takes over.
 */
export function useComposerMode() {
  const [mode, setMode] = useState<ComposerMode>()
  const [editText, setEditText] = useState('')
  const [returnedMessage, setReturnedMessage] = useState<ReturnedMessage>()
  return {
    mode,
    setMode,
    editText,
    setEditText,
    returnedMessage,
    setReturnedMessage,
    reply: (message: ShownMessage) => setMode({ kind: 'reply', message: toQuotedMessage(message) }),
    edit: (message: ShownMessage, text = message.content) => {
      setMode({ kind: 'edit', message })
      setEditText(text)
    },
  }
}
