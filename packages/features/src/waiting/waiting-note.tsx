import { Alert, Button } from '@meadow/ui'
import { type ShownOutboxEntry, useConnectivity, useOutbox } from '@meadow/web'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { UploadProgress } from '../send-tray/upload-progress.tsx'
import { t } from './texts.ts'
import styles from './waiting.module.css'

type WaitingNoteProps = {
  entry: Pick<ShownOutboxEntry, 'id' | 'refusal' | 'lastProblem' | 'notBeforeMs' | 'progress'>
  /** The reason of a refusal, in words. */
  refusalText: string
  /** More actions of a refused entry. */
  children?: ReactNode
  /** Takes the entry back to be edited. @default it is discarded */
  onUndo?: (() => void) | undefined
}

/** Says below an entry of the outbox that it waits, or why the server has refused it, with what the member can do. */
export function WaitingNote({ entry, refusalText, children, onUndo }: WaitingNoteProps) {
  const outbox = useOutbox()
  const discard = () => void outbox.discard(entry.id)
  const isOffline = useConnectivity() === 'offline'
  if (!entry.refusal && entry.progress !== undefined)
    return <UploadProgress share={entry.progress} onCancel={onUndo ?? discard} />
  if (!entry.refusal) {
    const isSending = entry.notBeforeMs !== undefined && !entry.lastProblem && !isOffline
    return (
      <div className={styles['note']}>
        <span className={styles['state']}>
          <Clock aria-hidden="true" />
          {entry.lastProblem && entry.lastProblem.status > 0 && entry.lastProblem.status < 500
            ? entry.lastProblem.message
            : t(isSending ? 'waiting.sending' : 'waiting.state')}
        </span>
        <Button variant="quiet" size="s" onClick={onUndo ?? discard}>
          {t(onUndo ? 'waiting.undo' : 'waiting.cancel')}
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
