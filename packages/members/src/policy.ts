import type { Member } from './member-read-model.ts'

/** The member who reads; undefined for a guest. */
export type Viewer = { _id: string } | undefined

/**
 * Decides whether a viewer can see a member and the member's content. Deactivated and erased members are hidden, and a
 * block hides both members from each other. `blocked`: a block exists between the two, in either direction; false for guests.
 */
export const canView = (
  viewer: Viewer,
  author: Pick<Member, '_id' | 'state'>,
  { blocked }: { blocked: boolean },
): boolean => author.state === 'active' && !(viewer && blocked)

/**
 * Returns the same policy as an SQL condition over the tables `members` and `blocks`. `viewerParam` is a parameter such
 * as `$1` that holds the viewer's id or null; `memberColumn` is the column with the id of the member to be seen.
 */
export const visibleMemberSql = (viewerParam: string, memberColumn: string): string => `(
  exists (select 1 from members target where target.id = ${memberColumn} and target.state = 'active')
  and not exists (select 1 from blocks own
    where own.from_id = ${viewerParam}::uuid and own.to_id = ${memberColumn} and own.active)
  and not exists (select 1 from blocks reverse
    where reverse.from_id = ${memberColumn} and reverse.to_id = ${viewerParam}::uuid and reverse.active))`
