import { PostSkeleton } from '@meadow/features'
import { Card, Skeleton } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './profile.module.css'
import { useAvatarSize } from './profile-header.tsx'

/** Placeholder of a profile page. */
export function ProfileSkeleton() {
  const size = useAvatarSize()
  return (
    <>
      <Card as="div" role="status">
        <h1 className="visually-hidden">{t('profile.loading')}</h1>
        <div className={styles['cover']}>
          <Skeleton height="100%" />
        </div>
        <div className={styles['content']}>
          <div className={styles['top']}>
            <div className={styles['avatar']}>
              <Skeleton width={size} height={size} round />
            </div>
          </div>
          <div className={styles['lines']}>
            <Skeleton width={190} height={24} />
            <Skeleton width={130} />
            <Skeleton width="80%" height={16} />
            <Skeleton width="60%" />
            <Skeleton width="42%" />
          </div>
        </div>
      </Card>
      <PostSkeleton picture />
    </>
  )
}
