import { useToast } from '@meadow/web'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import { useReact } from '../data/use-react.ts'
import { useSend } from '../data/use-send.ts'
import type { MessageActions } from '../features/messages/message-actions.ts'
import { t } from '../texts.ts'

type Chosen = Pick<MessageActions, 'reply' | 'edit' | 'remove'>

/** What can be done with messages of `userId`, in the conversation and in its threads. */
export function useActions(userId: string, { reply, edit, remove }: Chosen): MessageActions {
  const toast = useToast()
  const { retry, discard } = useSend(userId)
  const { mutate } = useReact(userId)
  return {
    reply,
    edit,
    remove,
    react: (message: ShownMessage, emoji: string) =>
      mutate(
        { message, emoji },
        { onError: (error) => toast({ tone: 'error', title: t('message.reactFailed'), text: error.message }) },
      ),
    retry: ({ key }) => retry(key),
    discard: ({ key }) => discard(key),
  }
}
