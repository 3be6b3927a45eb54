import { hashString, Landscape } from '@meadow/ui'
import styles from './members.module.css'

/** Cover picture of a member. Members without a cover get a generated landscape, seeded by their id. Decorative. */
export function MemberCover({ member }: { member: { _id: string; cover?: string } }) {
  if (member.cover) return <img className={styles['cover']} src={member.cover} alt="" />
  return <Landscape seed={hashString(member._id)} />
}
