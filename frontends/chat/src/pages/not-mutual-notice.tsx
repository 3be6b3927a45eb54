import type { MemberView } from '@meadow/contracts/browser'
import { FollowToggle, useIsFollowing } from '@meadow/features'
import { useRefetchOnFollow } from '../data/conversations/use-refetch-on-follow.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

/** Replaces the composer while the two do not follow each other. Offers to follow, and goes when the other follows back. */
export function NotMutualNotice({ member }: { member: MemberView }) {
  const isFollowing = useIsFollowing(member)
  const name = member.fullName
  useRefetchOnFollow(member._id, isFollowing)
  return (
    <div className={styles['notice']}>
      <p className="member-text" role="status">
        <b>{t('chat.notMutual')}</b> {t(isFollowing ? 'chat.waitForFollow' : 'chat.followFirst', { name })}
      </p>
      <FollowToggle member={member} isLarge />
    </div>
  )
}
