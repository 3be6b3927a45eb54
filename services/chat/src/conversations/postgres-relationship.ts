import { visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { assertVisible, type Relationship } from './conversation.ts'

/** Reads whether `member` may see `other`, and whether the two follow each other. */
export async function readRelationship(db: Queryable, member: string, other: string): Promise<Relationship> {
  const { rows } = await db.query<{ is_visible: boolean; is_mutual: boolean }>({
    name: 'read-relationship',
    text: `select ${visibleMemberSql('$1', '$2::uuid')} as is_visible, ${mutualFollowSql('$1', '$2')} as is_mutual`,
    values: [member, other],
  })
  return { isVisible: rows[0]?.is_visible ?? false, isMutual: rows[0]?.is_mutual ?? false }
}

/** Returns the SQL condition that two members follow each other. */
export const mutualFollowSql = (one: string, other: string): string => `(
  exists (select 1 from follows where from_id = ${one} and to_id = ${other} and active)
  and exists (select 1 from follows where from_id = ${other} and to_id = ${one} and active))`

/** @throws member_not_found unless `member` may see `other` */
export async function assertVisibleMember(db: Queryable, member: string, other: string): Promise<void> {
  assertVisible((await readRelationship(db, member, other)).isVisible)
}
