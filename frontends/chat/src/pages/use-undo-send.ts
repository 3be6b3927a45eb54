import type { MessageActionData } from '@meadow/features/outbox-plans'
import { useOutbox, useToast } from '@meadow/web'
import { useRef } from 'react'
import { revokePreviewUrls } from '../data/messages/preview-url.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { t } from '../texts.ts'
import { isReturnedByUndo } from '../undo-send/message-hold.ts'
import type { ReturnedMessage } from './use-composer-mode.ts'

/**
 * Returns a function that takes a held message back before it leaves the device: its text, pictures or video go to the composer. If it is
 * too late, a toast says so, and the message stays.
 */
export function useUndoSend(
  setReturnedMessage: (returned: ReturnedMessage) => void,
): (message: ShownMessage) => Promise<void> {
  const outbox = useOutbox()
  const toast = useToast()
  const takenBack = useRef(new Set<string>()) // a double click is one wish
  return async (message) => {
    if (takenBack.current.has(message.key)) return
    takenBack.current.add(message.key)
    const entry = await outbox.takeBack(message.key).catch(() => undefined)
    if (!entry) return toast({ tone: 'info', title: t('undoSend.tooLate') })
    const { pictures, video } = entry.data as MessageActionData
    revokePreviewUrls(entry.files)
    if (!isReturnedByUndo(message)) return
    setReturnedMessage({ message, pictures, ...(video && { video: toFile(video.file) }) })
  }
}

const toFile = (file: Blob): File => (file instanceof File ? file : new File([file], 'video', { type: file.type }))
