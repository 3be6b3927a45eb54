import { Card, Skeleton } from '@meadow/ui'
import styles from './post.module.css'

/** Placeholder of a post card. */
export function PostSkeleton({ picture = false }: { picture?: boolean }) {
  return (
    <Card as="div" className={styles['post']}>
      <div className={styles['content']}>
        <Skeleton width={44} height={44} round />
        <div className={styles['body']}>
          <Skeleton width={180} />
          <div className={styles['skeleton-lines']}>
            <Skeleton />
            <Skeleton width="72%" />
            {picture && <Skeleton height={320} />}
          </div>
          <div className={styles['skeleton-actions']}>
            <Skeleton width={40} />
            <Skeleton width={40} />
            <Skeleton width={40} />
          </div>
        </div>
      </div>
    </Card>
  )
}
