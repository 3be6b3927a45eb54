import { ConfirmDialog } from '@meadow/ui'
import { useToast } from '@meadow/web'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useDeleteMessage } from '../data/messages/use-delete-message.ts'
import { t } from '../texts.ts'

type DeleteMessagesDialogProps = {
  userId: string
  messages: readonly ShownMessage[]
  /** They are deleted, or they are not. */
  onClose: () => void
}

/** Asks once, and then deletes for both. */
export function DeleteMessagesDialog({ userId, messages, onClose }: DeleteMessagesDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useDeleteMessage(userId)
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
