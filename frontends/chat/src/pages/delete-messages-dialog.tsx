import { ConfirmDialog } from '@meadow/ui'
import { useToast } from '@meadow/web'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useDeleteMessage } from '../data/messages/use-delete-message.ts'
import { t } from '../texts.ts'

type DeleteMessagesDialogProps = {
  userId: string
  messages: readonly ShownMessage[]
  /** Called after the member has confirmed or cancelled. */
  onClose: () => void
}

/** Asks for confirmation, and then deletes messages for both members. */
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
      text={t('delete.text', { count: messages.length })}
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
