import { IconButton } from '@meadow/ui'
import { Pencil, Reply, X } from 'lucide-react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { formatMessageLine } from '../../format/format-preview.ts'
import { t } from '../../texts.ts'
import styles from './composer.module.css'

/** The message that another one replies to. */
type QuotedMessage = NonNullable<ShownMessage['replyTo']>

/** The mode of a composer that does not write a plain new message. */
export type ComposerMode = { kind: 'reply'; message: QuotedMessage } | { kind: 'edit'; message: ShownMessage }

/** Shows above the field which message is replied to or edited. */
export function ComposerModeBar({ mode: { kind, message }, onCancel }: { mode: ComposerMode; onCancel: () => void }) {
  const isEdit = kind === 'edit'
  const editing = message.messageType === 'text' ? 'composer.editing' : 'composer.transcribing'
  return (
    <div className={styles['mode']} role="status">
      {isEdit ? <Pencil aria-hidden="true" /> : <Reply aria-hidden="true" />}
      <div className={styles['modeText']}>
        <b className="member-text">{isEdit ? t(editing) : t('composer.replyTo', { name: message.sender.fullName })}</b>
        <span>{formatMessageLine(message)}</span>
      </div>
      <IconButton
        label={t(isEdit ? 'composer.cancelEdit' : 'composer.cancelReply')}
        icon={<X aria-hidden="true" />}
        onClick={onCancel}
      />
    </div>
  )
}
