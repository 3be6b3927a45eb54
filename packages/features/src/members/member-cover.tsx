import { hashString, Landscape } from '@meadow/ui'
import styles from './members.module.css'

/** The cover of a member; a drawn landscape of their own while they have none. Decoration. */
export function MemberCover({ member }: { member: { _id: string; cover?: string } }) {
  if (member.cover) return <img className={styles['cover']} src={member.cover} alt="" />
  return <Landscape seed={hashString(member._id)} />
}
