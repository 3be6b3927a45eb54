import type { ProfileView } from '@meadow/contracts/browser'
import { abbreviateCount } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'
import styles from './profile.module.css'

/** Following, Followers and Posts counts of a profile. */
export function ProfileCounts({ profile }: { profile: ProfileView }) {
  const { username, followingCount, followerCount, postCount } = profile
  const lists = `/profile/${username}/follow`
  return (
    <div className={styles['counts']}>
      <Link to={`${lists}?tab=following`}>
        <b>{abbreviateCount(followingCount)}</b> {t('profile.following')}
      </Link>
      <Link to={`${lists}?tab=followers`}>
        <b>{abbreviateCount(followerCount)}</b> {t('profile.followers', { count: followerCount })}
      </Link>
      <span>
        <b>{abbreviateCount(postCount)}</b> {t('profile.posts', { count: postCount })}
      </span>
    </div>
  )
}
