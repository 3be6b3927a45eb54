import { Alert, Button, Skeleton } from '@meadow/ui'
import styles from './settings.module.css'
import { t } from './texts.ts'

/** Error state of a settings section. */
export function SectionLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles['footer']}>
      <Alert>{t('settings.loadFailed')}</Alert>
      <Button variant="soft" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </div>
  )
}

/** Loading state of a settings section. */
export const SectionSkeleton = () => (
  <div className={styles['footer']} aria-busy="true">
    <Skeleton width="40%" height={18} />
    <Skeleton width="70%" />
    <Skeleton width="40%" height={18} />
    <Skeleton width="60%" />
  </div>
)
