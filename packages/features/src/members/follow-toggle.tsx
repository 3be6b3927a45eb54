import type { MemberView } from '@meadow/contracts/browser'
import { Button } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { t } from '../texts.ts'
import { type FollowPrivacy, useIsFollowing, useIsRequested } from './is-following.ts'
import styles from './members.module.css'
import { useFollow } from './use-follow.ts'
import { useUnfollow } from './use-unfollow.ts'

type FollowToggleProps = {
  member: MemberView & FollowPrivacy
  /** Replaces the label 'Follow'. */
  followLabel?: string
  /** Larger and primary, for the profile page. */
  isLarge?: boolean
  /** Rolls back a failed change without a toast. */
  isSilent?: boolean
}

/** Toggle between Follow and Following, or Requested for a private member, which withdraws the request. Renders nothing for the viewer's own account. Unfollow offers Undo. */
export function FollowToggle({
  member,
  followLabel = t('members.follow'),
  isLarge = false,
  isSilent,
}: FollowToggleProps) {
  const { user } = useSession()
  const follow = useFollow(member, { isSilent })
  const unfollow = useUnfollow(member, { isSilent })
  const isFollowing = useIsFollowing(member)
  const isRequested = useIsRequested(member)
  const size = isLarge ? 'm' : 's'
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
  if (isRequested) {
    return (
      <Button
        variant="line"
        size={size}
        aria-label={t('members.requestedName', { name: member.fullName })}
        onClick={() => follow(false)}
      >
        <span className={styles['toggle']}>
          <span className={styles['following']}>{t('members.requested')}</span>
          <span className={styles['unfollow']}>{t('members.withdraw')}</span>
        </span>
      </Button>
    )
  }
  return (
    <Button
      variant={isLarge ? 'primary' : 'soft'}
      size={size}
      aria-label={`${followLabel} ${member.fullName}`}
      onClick={() => follow(true)}
    >
      {followLabel}
    </Button>
  )
}
