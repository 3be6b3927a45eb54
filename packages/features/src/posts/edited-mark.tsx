import { useState } from 'react'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import styles from './edit-post.module.css'
import { t } from './edit-post-texts.ts'

const loadHistory = async () => ({
  default: (await import('./post-dialogs.ts')).PostHistoryDialog,
})

/** The word 'edited', which opens the earlier texts of a post. */
export function EditedMark({ postId }: { postId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  return (
    <>
      <button type="button" className={styles['mark']} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('edit.mark')}
      </button>
      <LazyDialog isOpen={isOpen} onClose={onClose} load={loadHistory} props={{ postId, isOpen, onClose }} />
    </>
  )
}
