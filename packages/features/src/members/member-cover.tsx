import { DefaultCover } from '@meadow/ui'
import styles from './members.module.css'

/** Cover picture of a member; a default landscape, chosen by their id, if they have none. Decorative. */
export function MemberCover({ member }: { member: { _id: string; cover?: string } }) {
  if (member.cover) return <img className={styles['cover']} src={member.cover} alt="" />
  return <DefaultCover seed={member._id} />
}
