import { Alert, Button } from '@meadow/ui'
import { type ShownOutboxEntry, useOutbox } from '@meadow/web'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from './texts.ts'
import styles from './waiting.module.css'

type WaitingNoteProps = {
  entry: Pick<ShownOutboxEntry, 'id' | 'refusal' | 'lastProblem'>
  /** The reason of a refusal, in words. */
  refusalText: string
  /** More actions of a refused entry. */
  children?: ReactNode
}

/** Says below an entry of the outbox that it waits, or why the server has refused it, with what the member can do. */
export function WaitingNote({ entry, refusalText, children }: WaitingNoteProps) {
  const outbox = useOutbox()
  const discard = () => void outbox.discard(entry.id)
  if (!entry.refusal) {
    return (
      <div className={styles['note']}>
        <span className={styles['state']}>
          <Clock aria-hidden="true" />
          {entry.lastProblem && entry.lastProblem.status > 0 && entry.lastProblem.status < 500
            ? entry.lastProblem.message
            : t('waiting.state')}
        </span>
        <Button variant="quiet" size="s" onClick={discard}>
          {t('waiting.cancel')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles['refusal']}>
      <Alert>{refusalText}</Alert>
      <div className={styles['actions']}>
        <Button variant="line" size="s" onClick={() => void outbox.retry(entry.id)}>
          {t('waiting.retry')}
        </Button>
        {children}
        <Button variant="quiet" size="s" onClick={discard}>
          {t('waiting.discard')}
        </Button>
      </div>
    </div>
  )
}
