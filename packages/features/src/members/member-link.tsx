import type { MemberView } from '@meadow/contracts/browser'
import { Avatar } from '@meadow/ui'
import { Link } from '@meadow/web'
import { MemberName } from './member-name.tsx'
import styles from './members.module.css'

type NamedMember = Pick<MemberView, 'username' | 'fullName' | 'isVerified'>
type PicturedMember = Pick<MemberView, 'username' | 'fullName' | 'avatar'>

/** Member name as a link to the profile. */
export function MemberLink({ member }: { member: NamedMember }) {
  return (
    <Link to={`/profile/${member.username}`} className={styles['link']}>
      <MemberName member={member} />
    </Link>
  )
}

/** Avatar as a link to the profile. Hidden from keyboard and screen readers: the name beside it is the same link. */
export function MemberAvatar({ member, size }: { member: PicturedMember; size?: number }) {
  return (
    <Link to={`/profile/${member.username}`} className={styles['avatar']} tabIndex={-1} aria-hidden="true">
      <Avatar name={member.fullName} src={member.avatar} {...(size !== undefined && { size })} />
    </Link>
  )
}
