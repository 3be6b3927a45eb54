import { Button, Progress } from '@meadow/ui'
import styles from './send-tray.module.css'
import { t } from './texts.ts'

type UploadProgressProps = {
  /** The uploaded share, from 0 to 1. */
  share: number
  onCancel: () => void
}

/** Progress of an upload with its percentage and a cancel button. */
export function UploadProgress({ share, onCancel }: UploadProgressProps) {
  const text = t('sendTray.uploading', { percent: Math.floor(share * 100) })
  return (
    <div className={styles['progress']}>
      <Progress label={text} value={share} />
      <span className={styles['percent']} aria-hidden="true">
        {text}
      </span>
      <Button variant="quiet" size="s" onClick={onCancel}>
        {t('sendTray.cancelUpload')}
      </Button>
    </div>
  )
}
