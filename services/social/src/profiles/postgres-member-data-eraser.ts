import type { ErasedCounts, MemberDataEraser } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

/**
 * Creates the eraser of what social has of a member, in the transaction `tx`: follows in both directions, which count at the other
 * member, blocks, and the profile.
 */
export const createPostgresMemberDataEraser = (tx: Queryable): MemberDataEraser => ({
  async eraseBatch({ memberId }, { limit }) {
    for (const step of [eraseFollows, eraseFollowers, eraseReports, eraseProfile]) {
      const counts = await step(tx, memberId, limit)
      if (Object.values(counts).some((count) => count > 0)) return counts
    }
    return {}
  },
})

/** Deletes follows that begin or end at the member, and corrects the counts of the others. Locks profiles in the order of their ids. */
async function eraseEdges(tx: Queryable, memberId: string, limit: number, end: 'from' | 'to'): Promise<number> {
  const [own, other, count] =
    end === 'from' ? ['from_id', 'to_id', 'follower_count'] : ['to_id', 'from_id', 'following_count']
  const { rows } = await tx.query<{ other_id: string; active: boolean }>(
    `delete from follows where (from_id, to_id) in (
       select from_id, to_id from follows where ${own} = $1 order by ${other} limit $2)
     returning ${other} as other_id, active`,
    [memberId, limit],
  )
  const counted = rows.filter(({ active }) => active).map(({ other_id }) => other_id)
  await tx.query('select from profiles where member_id = any($1::uuid[]) order by member_id for update', [counted])
  await tx.query(`update profiles set ${count} = greatest(0, ${count} - 1) where member_id = any($1::uuid[])`, [
    counted,
  ])
  return rows.length
}

const eraseFollows = async (tx: Queryable, memberId: string, limit: number): Promise<ErasedCounts> => ({
  follows: await eraseEdges(tx, memberId, limit, 'from'),
})

const eraseFollowers = async (tx: Queryable, memberId: string, limit: number): Promise<ErasedCounts> => ({
  followers: await eraseEdges(tx, memberId, limit, 'to'),
})

/** Deletes reports by the member, and what was copied of the member's content into reports of others. */
async function eraseReports(tx: Queryable, memberId: string, limit: number): Promise<ErasedCounts> {
  const filed = await tx.query(
    'delete from reports where id in (select id from reports where reporter_id = $1 limit $2)',
    [memberId, limit],
  )
  const copied = await tx.query(
    `update reports set evidence = null, appeal = case when appeal is null then null else '' end
     where id in (select id from reports where reported_id = $1 and (evidence is not null or appeal <> '') limit $2)`,
    [memberId, limit],
  )
  return { reports: filed.rowCount ?? 0, evidence: copied.rowCount ?? 0 }
}

/** The ids of the member's posts are deleted by the events of posts: see `counted_posts`. */
async function eraseProfile(tx: Queryable, memberId: string): Promise<ErasedCounts> {
  await tx.query('delete from former_usernames where member_id = $1', [memberId])
  await tx.query('delete from dismissed_suggestions where member_id = $1', [memberId])
  const { rowCount } = await tx.query('delete from profiles where member_id = $1', [memberId])
  await tx.query('delete from post_counts where member_id = $1 and posts = 0', [memberId])
  return { profiles: rowCount ?? 0 }
}
