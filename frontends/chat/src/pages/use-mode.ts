import { useState } from 'react'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import type { Mode } from '../features/composer/mode-bar.tsx'

/** What the next text of a field is: a new message, a reply, or another text for an old message. */
export function useMode() {
  const [mode, setMode] = useState<Mode>()
  const [editText, setEditText] = useState('')
  return {
    mode,
    setMode,
    editText,
    setEditText,
    reply: (message: ShownMessage) => setMode({ kind: 'reply', message }),
    edit: (message: ShownMessage) => {
      setMode({ kind: 'edit', message })
      setEditText(message.content)
    },
  }
}
