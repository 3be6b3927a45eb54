import { useState } from 'react'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import type { ComposerMode } from '../features/composer/composer-mode-bar.tsx'

/**
 * Holds the mode of a composer: new message (undefined), reply or edit, and the text of an edit; and an unsent message whose
 * content the composer takes over.
 */
export function useComposerMode() {
  const [mode, setMode] = useState<ComposerMode>()
  const [editText, setEditText] = useState('')
  const [returnedMessage, setReturnedMessage] = useState<ShownMessage>()
  return {
    mode,
    setMode,
    editText,
    setEditText,
    returnedMessage,
    setReturnedMessage,
    reply: (message: ShownMessage) => setMode({ kind: 'reply', message }),
    edit: (message: ShownMessage) => {
      setMode({ kind: 'edit', message })
      setEditText(message.content)
    },
  }
}
