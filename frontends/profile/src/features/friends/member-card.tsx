import type { MemberSummaryView } from '@meadow/contracts/browser'
import { FollowToggle, MemberAvatar, MemberCover, MemberLink } from '@meadow/features'
import { Card } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './friends.module.css'

/** Card of a member in the directory. */
export function MemberCard({ member }: { member: MemberSummaryView }) {
  return (
    <li>
      <Card as="div" className={styles['member']}>
        <div className={styles['cover']}>
          <MemberCover member={member} />
        </div>
        <span className={styles['avatar-ring']}>
          <MemberAvatar member={member} size={64} />
        </span>
        <div className={styles['name']}>
          <MemberLink member={member} />
        </div>
        <div className={styles['username']}>
          <bdi>@{member.username}</bdi>
        </div>
        <p className={styles['reason']}>{getReason(member)}</p>
        <p className={styles['bio']} dir="auto">
          {member.bio}
        </p>
        <FollowToggle member={member} isSilent />
      </Card>
    </li>
  )
}

/** Returns what connects the viewer with a member, or how many follow the member. */
function getReason({ mutualFriendCount, followerCount }: MemberSummaryView): string {
  if (mutualFriendCount) return t('friends.mutual', { count: mutualFriendCount })
  return followerCount > 0 ? t('friends.followers', { count: followerCount }) : t('friends.new')
}
