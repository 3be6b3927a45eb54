import { useWaitingEntries, WaitingNote } from '@meadow/features'
import { Card } from '@meadow/ui'
import { describeOutboxRefusal } from '@meadow/web'
import { t } from '../../texts.ts'
import styles from './edit.module.css'
import { editProfileAction } from './edit-profile-action.ts'

/** The viewer's changes of their profile that are not saved yet, oldest first. Renders nothing without one. */
export function WaitingProfileEdits() {
  const entries = useWaitingEntries(editProfileAction)
  return entries.map((entry) => (
    <Card key={entry.id} aria-label={t('edit.waiting')} className={styles['waiting']}>
      <p>{t('edit.waiting')}</p>
      <WaitingNote
        entry={entry}
        refusalText={entry.refusal ? `${t('edit.failed')}. ${describeOutboxRefusal(entry)}` : ''}
      />
    </Card>
  ))
}
