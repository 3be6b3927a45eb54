import { Dialog, EmptyState, IconButton, Time } from '@meadow/ui'
import { Trash2 } from 'lucide-react'
import { t } from '../texts.ts'
import type { ListedDraft } from './draft-version.ts'
import styles from './drafts-dialog.module.css'

type DraftsDialogProps = {
  isOpen: boolean
  drafts: readonly ListedDraft[]
  onClose: () => void
  onOpenDraft: (draft: ListedDraft) => void
  onRemove: (draft: ListedDraft) => void
}

/** Lists the other drafts of the member. One of them can be opened in the composer, or deleted. */
export function DraftsDialog({ isOpen, drafts, onClose, onOpenDraft, onRemove }: DraftsDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('drafts.title')}>
      {drafts.length === 0 ? (
        <EmptyState title={t('drafts.empty')}>{t('drafts.emptyText')}</EmptyState>
      ) : (
        <ul className={styles['drafts']} aria-label={t('drafts.title')}>
          {drafts.map((draft) => (
            <li key={draft.id} className={styles['draft']}>
              <button type="button" className={styles['open']} onClick={() => onOpenDraft(draft)}>
                <span className={styles['text']} dir="auto">
                  {draft.text || t('drafts.picturesOnly')}
                </span>
                <span className={styles['details']}>
                  <Time at={draft.changedAt} />
                  {draft.pictures > 0 && <span>{t('drafts.pictures', { count: draft.pictures })}</span>}
                </span>
              </button>
              <IconButton
                label={t('drafts.delete', { text: draft.text.slice(0, 40) || t('drafts.picturesOnly') })}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => onRemove(draft)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
