import { LazyDialog } from '@meadow/features'
import { useState } from 'react'
import { t } from '../texts.ts'
import styles from './history.module.css'

const load = async () => ({ default: (await import('./message-history-dialog.tsx')).MessageHistoryDialog })

/** The word 'Edited', which opens the earlier texts of a message. */
export function MessageEditedMark({ messageId }: { messageId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  return (
    <>
      <button type="button" className={styles['mark']} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('message.edited')}
      </button>
      <LazyDialog isOpen={isOpen} onClose={onClose} load={load} props={{ messageId, isOpen, onClose }} />
    </>
  )
}
