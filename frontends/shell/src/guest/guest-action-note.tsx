import { Alert } from '@meadow/ui'
import { useState } from 'react'
import { readStoredAction } from './stored-action.ts'
import { t } from './texts.ts'

/** Says on the sign-in and sign-up pages that the guest's action follows. Renders nothing without one. */
export function GuestActionNote() {
  const [action] = useState(() => readStoredAction())
  return action && <Alert tone="info">{t(toNoteKey(action.kind))}</Alert>
}

function toNoteKey(kind: string) {
  if (kind === 'like') return 'note.like'
  if (kind === 'follow') return 'note.follow'
  return kind === 'comment' ? 'note.comment' : 'note.other'
}
