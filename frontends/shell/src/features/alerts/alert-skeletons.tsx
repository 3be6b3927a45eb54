import { Skeleton } from '@meadow/ui'
import styles from './alerts.module.css'

/** Placeholders of notifications, in the shape of a row with a preview. */
export function AlertSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
    <div key={at} className={styles['item']}>
      <Skeleton width={40} height={40} round />
      <div className={styles['lines']}>
        <Skeleton width="55%" height={15} />
        <Skeleton width="80%" height={12} />
      </div>
    </div>
  ))
}
