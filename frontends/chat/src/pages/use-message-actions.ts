import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useChangeMessage } from '../data/messages/use-change-message.ts'
import { useSendMessage, useUnsentMessages } from '../data/messages/use-send-message.ts'
import type { MessageActions } from '../features/messages/message-actions.ts'
import type { ReturnedMessage } from './use-composer-mode.ts'
import { useUndoSend } from './use-undo-send.ts'

type PaneActions = Pick<MessageActions, 'reply' | 'edit' | 'deleteMessage'> & {
  /** Puts the content of an unsent message into the composer. */
  setReturnedMessage: (returned: ReturnedMessage) => void
}

/** Returns the actions on messages of the conversation with `userId`, for the list and its threads. */
export function useMessageActions(
  userId: string,
  { reply, edit, deleteMessage, setReturnedMessage }: PaneActions,
): Omit<MessageActions, 'canRespond'> {
  const { retry, discard } = useSendMessage(userId)
  const pending = useUnsentMessages(userId)
  const { react, setLinkPreview, setStar } = useChangeMessage(userId)
  const undoSend = useUndoSend(setReturnedMessage)
  const findPictures = ({ key }: ShownMessage) => pending.find(({ id }) => id === key)?.data.pictures ?? []
  return {
    reply,
    edit,
    deleteMessage,
    react,
    setLinkPreview,
    setStar,
    undoSend: (message) => void undoSend(message),
    retry: ({ key }) => retry(key),
    discard: ({ key }) => discard(key),
    takeBack: (message) => {
      const pictures = findPictures(message)
      setReturnedMessage({ message, pictures })
      discard(message.key)
    },
  }
}
