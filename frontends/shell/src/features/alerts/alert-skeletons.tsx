import { Skeleton } from '@meadow/ui'
import styles from './alerts.module.css'

/** Placeholders of notifications. */
export function AlertSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
    <div key={at} className={styles['item']}>
      <Skeleton width={44} height={44} round />
      <div className={styles['lines']}>
        <Skeleton width="70%" />
        <Skeleton width="40%" height={12} />
      </div>
    </div>
  ))
}
