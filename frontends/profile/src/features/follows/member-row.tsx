import type { MemberSummaryView } from '@meadow/contracts'
import { FollowToggle, MemberName } from '@meadow/features'
import { Avatar } from '@meadow/ui'
import { Link } from '@meadow/web'
import styles from './follows.module.css'

/** Somebody in a list, the whole row the way to their profile. */
export function MemberRow({ person: member }: { person: MemberSummaryView }) {
  const { username, fullName, avatar, bio } = member
  return (
    <li className={styles['row']}>
      <Link to={`/profile/${username}`} className={styles['person']}>
        <Avatar name={fullName} src={avatar} size={48} />
        <span className={styles['words']}>
          <MemberName member={member} />
          <span className={styles['username']}>@{username}</span>
          {bio && <span className={styles['bio']}>{bio}</span>}
        </span>
      </Link>
      <FollowToggle member={member} isSilent />
    </li>
  )
}
