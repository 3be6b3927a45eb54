import { Button, joinClassNames } from '@meadow/ui'
import { describeOutboxRefusal, type ShownOutboxEntry, useOutbox, useOutboxEntries } from '@meadow/web'
import { useCallback } from 'react'
import { type EditMessageData, editMessageAction } from '../../data/messages/edit-message-action.ts'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { t } from '../../texts.ts'
import type { MessageActions } from './message-actions.ts'
import styles from './messages.module.css'

type RefusedEditProps = { message: ShownMessage; actions: Pick<MessageActions, 'edit'> }

/** Shows an edit of the message that the server has refused: the reason, the new text, and what the member can do with it. */
export function RefusedEdit({ message, actions }: RefusedEditProps) {
  const outbox = useOutbox()
  const isRefusedEdit = useCallback(
    ({ data, refusal }: ShownOutboxEntry<EditMessageData>) => refusal !== null && data.messageId === message._id,
    [message._id],
  )
  const entry = useOutboxEntries(editMessageAction, isRefusedEdit)[0]
  if (!entry?.refusal) return null
  const { id, data } = entry
  return (
    <div className={styles['refusedEdit']} role="alert">
      <p>{t('composer.editFailed', { why: describeOutboxRefusal(entry) })}</p>
      <p className={joinClassNames('member-text', styles['refusedText'])}>
        {t('message.refusedText', { text: data.content })}
      </p>
      <div>
        <Button variant="plain" size="s" onClick={() => void outbox.retry(id)}>
          {t('message.retry')}
        </Button>
        {!message.deletedAt && (
          <Button variant="plain" size="s" onClick={() => actions.edit(message, data.content)}>
            {t('message.edit')}
          </Button>
        )}
        <Button variant="plain" size="s" onClick={() => void outbox.discard(id)}>
          {t('message.discard')}
        </Button>
      </div>
    </div>
  )
}
