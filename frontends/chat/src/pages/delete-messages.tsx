import { ConfirmDialog } from '@meadow/ui'
import { useToast } from '@meadow/web'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import { useDelete } from '../data/use-delete.ts'
import { t } from '../texts.ts'

type DeleteMessagesProps = {
  userId: string
  messages: readonly ShownMessage[]
  /** They are deleted, or they are not. */
  onClose: () => void
}

/** Asks once, and then deletes for both. */
export function DeleteMessages({ userId, messages, onClose }: DeleteMessagesProps) {
  const toast = useToast()
  const { mutateAsync } = useDelete(userId)
  const remove = (message: ShownMessage) =>
    mutateAsync(message).catch((error: Error) =>
      toast({ tone: 'error', title: t('delete.failed'), text: error.message }),
    )
  return (
    <ConfirmDialog
      open={messages.length > 0}
      title={t('delete.title', { count: messages.length })}
      text={t('delete.text')}
      confirmLabel={t('message.delete')}
      tone="danger"
      onCancel={onClose}
      onConfirm={() => {
        for (const message of messages) void remove(message)
        onClose()
      }}
    />
  )
}
