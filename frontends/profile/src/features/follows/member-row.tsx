import type { MemberSummaryView } from '@meadow/contracts/browser'
import { FollowToggle, MemberName } from '@meadow/features'
import { Avatar } from '@meadow/ui'
import { Link } from '@meadow/web'
import styles from './follows.module.css'

/** Row of a member list. The whole row links to the profile. */
export function MemberRow({ member }: { member: MemberSummaryView }) {
  const { username, fullName, avatar, bio } = member
  return (
    <li className={styles['row']}>
      <Link to={`/profile/${username}`} className={styles['member']}>
        <Avatar name={fullName} src={avatar} size={48} />
        <span className={styles['labels']}>
          <MemberName member={member} />
          <bdi className={styles['username']}>@{username}</bdi>
          {bio && <span className={styles['bio']}>{bio}</span>}
        </span>
      </Link>
      <FollowToggle member={member} isSilent />
    </li>
  )
}
