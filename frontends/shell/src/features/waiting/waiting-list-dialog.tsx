import { Button, Dialog } from '@meadow/ui'
import { describeOutboxRefusal, useOutbox, useOutboxEntries } from '@meadow/web'
import { closeWaitingDialog } from '../../waiting-dialog-state.ts'
import { t } from './texts.ts'
import styles from './waiting.module.css'

/** Lists what waits to be sent, and what was refused, each with Retry and Delete. */
export function WaitingListDialog() {
  const outbox = useOutbox()
  const entries = useOutboxEntries(undefined, isListed)
  return (
    <Dialog open onClose={closeWaitingDialog} title={t('waiting.title')}>
      {entries.length === 0 ? (
        <p role="status">{t('waiting.none')}</p>
      ) : (
        <ul className={styles['list']}>
          {entries.map((entry) => (
            <li key={entry.id} className={styles['entry']}>
              <div>
                <p className={styles['description']}>{entry.description}</p>
                <p className={entry.refusal ? styles['refused'] : styles['note']}>
                  {entry.refusal ? t('waiting.refused', { why: describeOutboxRefusal(entry) }) : t('waiting.soon')}
                </p>
              </div>
              {entry.refusal && (
                <Button variant="soft" size="s" onClick={() => void outbox.retry(entry.id)}>
                  {t('waiting.retry')}
                </Button>
              )}
              <Button variant="plain" size="s" onClick={() => void outbox.discard(entry.id)}>
                {t('waiting.discard')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const isListed = ({ description }: { description: string | null }) => description !== null
