import type { UnsentPicture } from '@meadow/features/outbox-plans'
import { memberStorage, useSession } from '@meadow/web'
import { useState } from 'react'
import { toQuotedMessage } from '../data/messages/quoted-message.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import type { ComposerMode } from '../features/composer/composer-mode-bar.tsx'

/** An unsent message whose content goes back into the composer. */
export type ReturnedMessage = { message: ShownMessage; pictures: readonly UnsentPicture[]; video?: File }

/** The mode of a composer, and the text of an edit. */
type ModeState = { mode: ComposerMode | undefined; editText: string }

const NEW_MESSAGE: ModeState = { mode: undefined, editText: '' }

/**
 * Holds the mode of a composer: new message (undefined), reply or edit, and the text of an edit, which are stored like the draft
 * beside them; and an unsent message whose content the composer takes over.
 */
export function useComposerMode(draftName: string) {
  const memberId = useSession().user?._id
  const storageKey = `mode:${draftName}`
  const [{ mode, editText }, setState] = useState(() => readModeState(memberId, storageKey))
  const changeState = (state: ModeState) => {
    setState(state)
    if (state.mode) memberStorage.write(memberId, storageKey, JSON.stringify(state))
    else memberStorage.remove(memberId, storageKey)
  }
  const setMode = (changed: ComposerMode | undefined) => changeState({ mode: changed, editText })
  const [returnedMessage, setReturnedMessage] = useState<ReturnedMessage>()
  return {
    mode,
    setMode,
    editText,
    setEditText: (text: string) => changeState({ mode, editText: text }),
    returnedMessage,
    setReturnedMessage,
    reply: (message: ShownMessage) => setMode({ kind: 'reply', message: toQuotedMessage(message) }),
    edit: (message: ShownMessage, text = message.content) =>
      changeState({ mode: { kind: 'edit', message }, editText: text }),
  }
}

function readModeState(memberId: string | undefined, storageKey: string): ModeState {
  const stored = memberStorage.read(memberId, storageKey)
  return stored === null ? NEW_MESSAGE : (JSON.parse(stored) as ModeState)
}
