import { Card, Skeleton } from '@meadow/ui'
import { t } from '../texts.ts'
import styles from './lazy-page.module.css'

/** Placeholder of a page with cards. */
export function PageSkeleton() {
  return (
    <main className={styles['cards']} aria-busy="true" aria-label={t('remote.loading')}>
      <div className={styles['heading']}>
        <Skeleton width={220} height={26} />
        <Skeleton width={160} />
      </div>
      <PostCardSkeleton />
      <PostCardSkeleton />
    </main>
  )
}

function PostCardSkeleton() {
  return (
    <Card as="div">
      <div className={styles['card-skeleton']}>
        <div className={styles['author']}>
          <Skeleton width={44} height={44} round />
          <div className={styles['lines']}>
            <Skeleton width={140} />
            <Skeleton width={90} height={12} />
          </div>
        </div>
        <Skeleton height={16} />
        <Skeleton width="72%" height={16} />
        <Skeleton height={220} />
      </div>
    </Card>
  )
}
