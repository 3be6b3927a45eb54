import { Skeleton } from '@meadow/ui'
import styles from './inbox.module.css'

/** Shows placeholders while conversations or members load. */
export function ConversationSkeletons({ count }: { count: number }) {
  return (
    <div>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className={styles['row']}>
          <Skeleton width={48} height={48} round />
          <span className={styles['name']}>
            <Skeleton width={120} />
          </span>
          <span className={styles['preview']}>
            <Skeleton width="80%" height={12} />
          </span>
        </div>
      ))}
    </div>
  )
}
