import type { MemberSummaryView } from '@meadow/contracts/browser'
import { FollowToggle, MemberAvatar, MemberCover, MemberLink } from '@meadow/features'
import { Card } from '@meadow/ui'
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
        <div className={styles['username']}>@{member.username}</div>
        <p className={styles['bio']}>{member.bio}</p>
        <FollowToggle member={member} isSilent />
      </Card>
    </li>
  )
}
