import { Card, Skeleton } from '@meadow/ui'
import styles from './side-column-skeletons.module.css'

const SUGGESTION_COUNT = 5

/** Placeholder of the own profile card. */
export function LeftColumnSkeleton() {
  return (
    <Card as="div">
      <div className={styles['profile']}>
        <Skeleton width={76} height={76} round />
        <Skeleton width={140} height={18} />
        <Skeleton width={90} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
    </Card>
  )
}

/** Placeholder of the suggested members. */
export function RightColumnSkeleton() {
  return (
    <Card as="div">
      <div className={styles['suggestions']}>
        <Skeleton width={120} height={16} />
        {Array.from({ length: SUGGESTION_COUNT }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
          <div key={at} className={styles['suggestion']}>
            <Skeleton width={40} height={40} round />
            <div className={styles['lines']}>
              <Skeleton width={110} />
              <Skeleton width={150} height={12} />
            </div>
          </div>
        ))}
      </div>
    </Card>
  )
}
