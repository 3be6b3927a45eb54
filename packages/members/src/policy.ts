import type { Member } from './members.ts'

/** Who looks; undefined: a guest. */
export type Viewer = { _id: string } | undefined

/**
 * May this viewer see that member, and what they made? Not who is deactivated or erased, and nobody across a block,
 * whoever of the two has set it. `blocked` is about the two, so for a guest it is false.
 */
export const maySee = (
  viewer: Viewer,
  author: Pick<Member, '_id' | 'state'>,
  { blocked }: { blocked: boolean },
): boolean => author.state === 'active' && !(viewer && blocked)

/**
 * The same policy as a condition of SQL over the tables `members` and `blocks`. `viewerParam` is a parameter such as
 * `$1` that holds the viewer's id or null, `memberColumn` the column with the id of the member who is looked at.
 */
export const visible = (viewerParam: string, memberColumn: string): string => `(
  exists (select 1 from members looked_at where looked_at.id = ${memberColumn} and looked_at.state = 'active')
  and not exists (select 1 from blocks mine
    where mine.from_id = ${viewerParam}::uuid and mine.to_id = ${memberColumn} and mine.active)
  and not exists (select 1 from blocks theirs
    where theirs.from_id = ${memberColumn} and theirs.to_id = ${viewerParam}::uuid and theirs.active))`
