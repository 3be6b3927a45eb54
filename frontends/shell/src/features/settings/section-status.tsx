import { Alert, Button, Skeleton } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './settings.module.css'

/** A section whose content did not come. */
export function SectionLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles['foot']}>
      <Alert>{t('settings.notLoaded')}</Alert>
      <Button variant="soft" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </div>
  )
}

/** A section whose content is coming. */
export const SectionSkeleton = () => (
  <div className={styles['foot']} aria-busy="true">
    <Skeleton width="40%" height={18} />
    <Skeleton width="70%" />
    <Skeleton width="40%" height={18} />
    <Skeleton width="60%" />
  </div>
)
