import type { MemberView } from '@meadow/contracts/browser'
import { Avatar } from '@meadow/ui'
import styles from './groups.module.css'

type GroupAvatarsProps = {
  name: string
  /** The members to show; the signed-in member comes last. */
  members: readonly Pick<MemberView, '_id' | 'fullName' | 'avatar'>[]
  size: number
}

/** The picture of a group: two of its members, or its initials while there is one. Decorative. */
export function GroupAvatars({ name, members, size }: GroupAvatarsProps) {
  const [first, second] = members
  if (!first || !second) return <Avatar name={name} size={size} />
  const small = Math.round(size * 0.68)
  return (
    <span className={styles['avatars']} style={{ width: size, height: size }} aria-hidden="true">
      <Avatar name={second.fullName} src={second.avatar} size={small} />
      <Avatar name={first.fullName} src={first.avatar} size={small} />
    </span>
  )
}

/** Returns the members with those first who are not the viewer: their faces tell groups apart. */
export const withViewerLast = <Member extends { _id: string }>(
  members: readonly Member[],
  viewerId: string | undefined,
): Member[] => [...members.filter(({ _id }) => _id !== viewerId), ...members.filter(({ _id }) => _id === viewerId)]
