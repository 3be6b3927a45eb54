import type { PersonView } from '@meadow/contracts'
import { FollowToggle, MemberAvatar, MemberCover, MemberLink } from '@meadow/features'
import { Card } from '@meadow/ui'
import styles from './friends.module.css'

/** Somebody one may know. */
export function PersonCard({ person }: { person: PersonView }) {
  return (
    <li>
      <Card as="div" className={styles['person']}>
        <div className={styles['cover']}>
          <MemberCover member={person} />
        </div>
        <span className={styles['face']}>
          <MemberAvatar member={person} size={64} />
        </span>
        <div className={styles['name']}>
          <MemberLink member={person} />
        </div>
        <div className={styles['username']}>@{person.username}</div>
        <p className={styles['bio']}>{person.bio}</p>
        <FollowToggle member={person} silent />
      </Card>
    </li>
  )
}
