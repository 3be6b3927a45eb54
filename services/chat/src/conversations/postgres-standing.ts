import { visibleMemberSql } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'

/** How two members stand to each other: whether one may see the other, and whether each follows the other. */
export async function readStanding(
  db: Queryable,
  member: string,
  other: string,
): Promise<{ isVisible: boolean; isMutual: boolean }> {
  const { rows } = await db.query<{ is_visible: boolean; is_mutual: boolean }>({
    name: 'read-standing',
    text: `select ${visibleMemberSql('$1', '$2::uuid')} as is_visible, ${mutual('$1', '$2')} as is_mutual`,
    values: [member, other],
  })
  return { isVisible: rows[0]?.is_visible ?? false, isMutual: rows[0]?.is_mutual ?? false }
}

/** That two members follow each other, as a condition of SQL. */
export const mutual = (one: string, other: string): string => `(
  exists (select 1 from follows where from_id = ${one} and to_id = ${other} and active)
  and exists (select 1 from follows where from_id = ${other} and to_id = ${one} and active))`

/** @throws member_not_found */
export async function mustSee(db: Queryable, member: string, other: string): Promise<void> {
  if (!(await readStanding(db, member, other)).isVisible) throw new DomainError('member_not_found')
}
