import { Button, IconButton } from '@meadow/ui'
import { Copy, Trash2, X } from 'lucide-react'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useCopyText } from '../features/messages/use-copy-text.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

type SelectionToolbarProps = {
  /** Oldest first. */
  messages: readonly ShownMessage[]
  onDelete: (messages: readonly ShownMessage[]) => void
  onCancel: () => void
}

/** Shows the actions for all selected messages. */
export function SelectionToolbar({ messages, onDelete, onCancel }: SelectionToolbarProps) {
  const copy = useCopyText()
  const texts = messages.map(({ content }) => content).filter((content) => content !== '')
  return (
    <div className={styles['selectionToolbar']} role="toolbar" aria-label={t('chat.select')}>
      <IconButton label={t('select.cancel')} icon={<X aria-hidden="true" />} onClick={onCancel} />
      <span role="status">{t('select.count', { count: messages.length })}</span>
      <Button
        variant="soft"
        disabled={texts.length === 0}
        onClick={() => {
          void copy(texts.join('\n'))
          onCancel()
        }}
      >
        <Copy size={18} aria-hidden="true" />
        {t('message.copy')}
      </Button>
      <Button variant="danger" disabled={messages.length === 0} onClick={() => onDelete(messages)}>
        <Trash2 size={18} aria-hidden="true" />
        {t('message.delete')}
      </Button>
    </div>
  )
}
