import { useToast } from '@meadow/web'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useReactToMessage } from '../data/messages/use-react-to-message.ts'
import { useOutboxMessages, useSendMessage } from '../data/outbox/use-outbox.ts'
import type { MessageActions } from '../features/messages/message-actions.ts'
import { t } from '../texts.ts'
import type { ReturnedMessage } from './use-composer-mode.ts'

type PaneActions = Pick<MessageActions, 'reply' | 'edit' | 'deleteMessage'> & {
  /** Puts the content of an unsent message into the composer. */
  setReturnedMessage: (returned: ReturnedMessage) => void
}

/** Returns the actions on messages of the conversation with `userId`, for the list and its threads. */
export function useMessageActions(
  userId: string,
  { reply, edit, deleteMessage, setReturnedMessage }: PaneActions,
): MessageActions {
  const toast = useToast()
  const { retry, discard } = useSendMessage(userId)
  const pending = useOutboxMessages(userId)
  const { mutate } = useReactToMessage(userId)
  return {
    reply,
    edit,
    deleteMessage,
    react: (message: ShownMessage, emoji: string) =>
      mutate(
        { message, emoji },
        { onError: (error) => toast({ tone: 'error', title: t('message.reactFailed'), text: error.message }) },
      ),
    retry: ({ key }) => retry(key),
    discard: ({ key }) => discard(key),
    takeBack: (message) => {
      const pictures = pending.find(({ id }) => id === message.key)?.pictures ?? []
      setReturnedMessage({ message, pictures })
      discard(message.key)
    },
  }
}
