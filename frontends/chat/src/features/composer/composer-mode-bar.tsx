import { IconButton } from '@meadow/ui'
import { Pencil, Reply, X } from 'lucide-react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { formatMessageLine } from '../../format/format-preview.ts'
import { t } from '../../texts.ts'
import styles from './composer.module.css'

/** What the next text is, if it is not simply a new message. */
export type ComposerMode = { kind: 'reply' | 'edit'; message: ShownMessage }

/** Says above the field to what one replies, or what one edits. */
export function ComposerModeBar({ mode: { kind, message }, onCancel }: { mode: ComposerMode; onCancel: () => void }) {
  const isEdit = kind === 'edit'
  return (
    <div className={styles['mode']} role="status">
      {isEdit ? <Pencil aria-hidden="true" /> : <Reply aria-hidden="true" />}
      <div className={styles['about']}>
        <b>{isEdit ? t('composer.editing') : t('composer.replyTo', { name: message.sender.fullName })}</b>
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
