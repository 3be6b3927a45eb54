import { ConfirmDialog } from '@meadow/ui'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useChangeMessage } from '../data/messages/use-change-message.ts'
import { t } from '../texts.ts'

type DeleteMessagesDialogProps = {
  userId: string
  messages: readonly ShownMessage[]
  /** Called after the member has confirmed or cancelled. */
  onClose: () => void
}

/** Asks for confirmation, and then deletes messages for both members. */
export function DeleteMessagesDialog({ userId, messages, onClose }: DeleteMessagesDialogProps) {
  const { remove } = useChangeMessage(userId)
  return (
    <ConfirmDialog
      open={messages.length > 0}
      title={t('delete.title', { count: messages.length })}
      text={t('delete.text', { count: messages.length })}
      confirmLabel={t('message.delete')}
      tone="danger"
      onCancel={onClose}
      onConfirm={() => {
        for (const message of messages) remove(message)
        onClose()
      }}
    />
  )
}
