import { Skeleton } from '@meadow/ui'
import styles from './inbox.module.css'

/** The shape of people that are still coming. */
export function ConversationSkeletons({ count }: { count: number }) {
  return (
    <div>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={at} className={styles['row']}>
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
