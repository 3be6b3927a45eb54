import { type StoredContactPrivacy, toContactPrivacy, visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { assertVisible, type Contact, type Relationship, toContact } from './conversation.ts'

/** Reads whether `member` may see `other`, and begin a conversation with them. */
export async function readRelationship(db: Queryable, member: string, other: string): Promise<Relationship> {
  const { rows } = await db.query<ContactRow & { is_visible: boolean }>({
    name: 'read-relationship',
    text: `select ${visibleMemberSql('$1', '$2::uuid')} as is_visible, ${contactColumns('$1', '$2')}`,
    values: [member, other],
  })
  const [row] = rows
  const { canBegin, canRequest } = row ? rowToContact(row) : { canBegin: false, canRequest: false }
  return { isVisible: row?.is_visible ?? false, canBegin, canRequest }
}

/** The columns from which `rowToContact` decides. */
export type ContactRow = {
  is_follower: boolean
  is_followed_back: boolean
  contact_privacy: StoredContactPrivacy | null
}

/** Returns the columns of a `ContactRow`, of a member and the other whom they contact. */
export const contactColumns = (member: string, other: string): string => `
  exists (select 1 from follows where from_id = ${member} and to_id = ${other} and active) as is_follower,
  exists (select 1 from follows where from_id = ${other} and to_id = ${member} and active) as is_followed_back,
  (select recipient.contact_privacy from members recipient where recipient.id = ${other}) as contact_privacy`

/** Returns how a member may contact another, from the columns of `contactColumns`. */
export const rowToContact = (row: ContactRow): Contact =>
  toContact(toContactPrivacy(row.contact_privacy ?? {}), {
    isFollowing: row.is_follower,
    isFollowedBack: row.is_followed_back,
  })

/** @throws member_not_found unless `member` may see `other` */
export async function assertVisibleMember(db: Queryable, member: string, other: string): Promise<void> {
  assertVisible((await readRelationship(db, member, other)).isVisible)
}
