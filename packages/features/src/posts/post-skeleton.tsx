import { Card, Skeleton } from '@meadow/ui'
import styles from './post.module.css'

/** Placeholder of a post card. */
export function PostSkeleton({ picture = false }: { picture?: boolean }) {
  return (
    <Card as="div" className={styles['post']}>
      <div className={styles['content']}>
        <div className={styles['header']}>
          <Skeleton width={44} height={44} round />
          <div className={styles['skeleton-lines']}>
            <Skeleton width={140} />
            <Skeleton width={92} height={12} />
          </div>
        </div>
        <div className={styles['skeleton-lines']}>
          <Skeleton />
          <Skeleton width="72%" />
        </div>
        {picture && (
          <div className={styles['picture']}>
            <Skeleton height={280} />
          </div>
        )}
        <div className={styles['skeleton-actions']}>
          <Skeleton width={72} />
          <Skeleton width={72} />
          <Skeleton width={72} />
        </div>
      </div>
    </Card>
  )
}
