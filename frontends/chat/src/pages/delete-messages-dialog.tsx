import { useUndoableDeletion } from '@meadow/features'
import { Button, Dialog } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { hideMessagesAction } from '../data/messages/hide-messages-action.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useChangeMessage } from '../data/messages/use-change-message.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

type DeleteMessagesDialogProps = {
  userId: string
  messages: readonly ShownMessage[]
  /** Called after the member has confirmed or cancelled. */
  onClose: () => void
}

/**
 * Asks for whom messages are deleted: for the member alone, which can be undone for some seconds, or, if all are their own, for both
 * members. The focus starts on Cancel.
 */
export function DeleteMessagesDialog({ userId, messages, onClose }: DeleteMessagesDialogProps) {
  const { remove } = useChangeMessage(userId)
  const hide = useUndoableDeletion(hideMessagesAction, {
    deleted: t('delete.deleted'),
    deletedLater: t('delete.deletedLater'),
    undo: t('delete.undo'),
    tooLate: t('delete.tooLate'),
  })
  const currentUserId = useSession().user?._id
  const count = messages.length
  const isAllOwn = messages.every(({ sender, system }) => sender._id === currentUserId && !system)
  const choose = (act: () => void) => () => {
    act()
    onClose()
  }
  return (
    <Dialog
      narrow
      open={count > 0}
      title={t('delete.title', { count })}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose} data-autofocus>
          {t('delete.cancel')}
        </Button>
      }
    >
      <p>{isAllOwn ? t('delete.eitherText') : t('delete.forMeText', { count })}</p>
      <div className={styles['choices']}>
        <Button variant={isAllOwn ? 'line' : 'danger'} onClick={choose(() => void hide({ userId, messages }))}>
          {t('delete.forMe')}
        </Button>
        {isAllOwn && (
          <Button variant="danger" onClick={choose(() => messages.forEach(remove))}>
            {t('delete.forEveryone')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
