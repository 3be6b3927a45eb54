import { Button, Dialog } from '@meadow/ui'
import { useOutbox, useOutboxEntries } from '@meadow/web'
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
          {entries.map(({ id, description, refusal }) => (
            <li key={id} className={styles['entry']}>
              <div>
                <p className={styles['description']}>{description}</p>
                <p className={refusal ? styles['refused'] : styles['note']}>
                  {refusal ? t('waiting.refused', { why: refusal.message }) : t('waiting.soon')}
                </p>
              </div>
              {refusal && (
                <Button variant="soft" size="s" onClick={() => void outbox.retry(id)}>
                  {t('waiting.retry')}
                </Button>
              )}
              <Button variant="plain" size="s" onClick={() => void outbox.discard(id)}>
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
