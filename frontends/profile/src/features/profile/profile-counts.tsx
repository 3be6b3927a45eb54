import type { ProfileView } from '@meadow/contracts/browser'
import { abbreviateCount } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'
import styles from './profile.module.css'

type ProfileCountsProps = {
  profile: ProfileView
  /** The viewer may not see the lists: the counts are no links. */
  isHidden: boolean
  /** Shows the posts, which are below on this page. */
  onPosts: () => void
}

/** Following, Followers and Posts counts of a profile, which lead to the lists. */
export function ProfileCounts({ profile, isHidden, onPosts }: ProfileCountsProps) {
  const { username, followingCount, followerCount, postCount } = profile
  const lists = `/profile/${username}/follow`
  if (isHidden) {
    return (
      <div className={styles['counts']}>
        <span>
          <b>{abbreviateCount(followingCount)}</b> {t('profile.following')}
        </span>
        <span>
          <b>{abbreviateCount(followerCount)}</b> {t('profile.followers', { count: followerCount })}
        </span>
        <span>
          <b>{abbreviateCount(postCount)}</b> {t('profile.posts', { count: postCount })}
        </span>
      </div>
    )
  }
  return (
    <div className={styles['counts']}>
      <Link to={`${lists}?tab=following`}>
        <b>{abbreviateCount(followingCount)}</b> {t('profile.following')}
      </Link>
      <Link to={`${lists}?tab=followers`}>
        <b>{abbreviateCount(followerCount)}</b> {t('profile.followers', { count: followerCount })}
      </Link>
      <Link to="?tab=posts" replace state={{ stay: true }} onClick={onPosts}>
        <b>{abbreviateCount(postCount)}</b> {t('profile.posts', { count: postCount })}
      </Link>
    </div>
  )
}
