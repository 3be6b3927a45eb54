import type { MemberView } from '@meadow/contracts'
import { Button } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { t } from '../texts.ts'
import { useIsFollowing } from './is-following.ts'
import styles from './members.module.css'
import { useFollow } from './use-follow.ts'
import { useUnfollow } from './use-unfollow.ts'

/** Follow, for whoever is not followed yet and is not oneself; else nothing. */
export function FollowButton({ member }: { member: MemberView }) {
  const { user } = useSession()
  const follow = useFollow(member)
  if (useIsFollowing(member) || !user || user._id === member._id) return null
  return (
    <Button
      variant="soft"
      size="s"
      aria-label={t('members.followName', { name: member.fullName })}
      onClick={() => follow.mutate(true)}
    >
      {t('members.follow')}
    </Button>
  )
}

type FollowToggleProps = {
  member: MemberView
  /** What stands there instead of Follow. */
  followLabel?: string
  /** Where following is what the page is for. */
  isLarge?: boolean
  /** A failure takes the change back and says nothing. */
  isSilent?: boolean
}

/** Follow or Following, where the place stays; nothing for oneself. Unfollowing can be undone. */
export function FollowToggle({
  member,
  followLabel: words = t('members.follow'),
  isLarge: large = false,
  isSilent: silent,
}: FollowToggleProps) {
  const { user } = useSession()
  const follow = useFollow(member, { isSilent: silent })
  const unfollow = useUnfollow(member, { isSilent: silent })
  const isFollowing = useIsFollowing(member)
  const size = large ? 'm' : 's'
  if (user?._id === member._id) return null
  if (isFollowing) {
    const name = t('members.followingName', { name: member.fullName })
    return (
      <Button variant="line" size={size} aria-label={name} onClick={unfollow}>
        <span className={styles['toggle']}>
          <span className={styles['following']}>{t('members.following')}</span>
          <span className={styles['unfollow']}>{t('members.unfollow')}</span>
        </span>
      </Button>
    )
  }
  return (
    <Button
      variant={large ? 'primary' : 'soft'}
      size={size}
      aria-label={`${words} ${member.fullName}`}
      onClick={() => follow.mutate(true)}
    >
      {words}
    </Button>
  )
}
