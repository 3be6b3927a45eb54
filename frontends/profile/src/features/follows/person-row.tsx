import type { PersonView } from '@meadow/contracts'
import { FollowToggle, MemberName } from '@meadow/features'
import { Avatar } from '@meadow/ui'
import { Link } from '@meadow/web'
import styles from './follows.module.css'

/** Somebody in a list, the whole row the way to their profile. */
export function PersonRow({ person }: { person: PersonView }) {
  const { username, fullName, avatar, bio } = person
  return (
    <li className={styles['row']}>
      <Link to={`/profile/${username}`} className={styles['person']}>
        <Avatar name={fullName} src={avatar} size={48} />
        <span className={styles['words']}>
          <MemberName member={person} />
          <span className={styles['username']}>@{username}</span>
          {bio && <span className={styles['bio']}>{bio}</span>}
        </span>
      </Link>
      <FollowToggle member={person} silent />
    </li>
  )
}
