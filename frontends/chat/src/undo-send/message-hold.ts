import type { MessageActionData } from '@meadow/features/outbox-plans'
import { isUndoSendOn, UNDO_SEND_MS } from '@meadow/features/undo-send'

/** Returns the time for which the next message is held, as a part of its data: none unless this browser has switched that on. */
export const getMessageHold = (): Pick<MessageActionData, 'holdMs'> => (isUndoSendOn() ? { holdMs: UNDO_SEND_MS } : {})

/** Returns whether the content of a held message goes back into the composer. A recording or forwarded message is only cancelled. */
export const isReturnedByUndo = ({
  messageType,
  isForwarded,
}: {
  messageType: string
  isForwarded?: boolean | undefined
}): boolean => messageType !== 'voice' && !isForwarded

type LastMessage = Parameters<typeof isReturnedByUndo>[0] & { isHeld?: boolean; threadId: string | null }

/**
 * Returns the last message that the Up key takes back or edits. A held one counts only if its content returns to this composer, which is
 * that of a thread, or of the conversation itself.
 */
export const findLastToChange = <T extends LastMessage>(
  messages: readonly T[],
  threadId: string | null,
  canEdit: (message: T) => boolean,
): T | undefined =>
  messages.findLast((message) =>
    message.isHeld ? isReturnedByUndo(message) && message.threadId === threadId : canEdit(message),
  )
