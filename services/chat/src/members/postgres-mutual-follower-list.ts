import {
  canBeginConversationSql,
  MEMBER_VIEW_COLUMNS,
  type MemberViewRow,
  rowToMemberView,
  visibleMemberSql,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { MutualFollowerList } from './mutual-follower-list.ts'
import { nameFilterSql } from './name-filter.ts'

const SORT_NAME = 'm.folded_name collate "C"'
/** The listed members are followed. */
const IS_MUTUAL = 'coalesce(back.active, false)'

/** Creates the list on the read model of members. Sorts at query time: a member follows at most some thousands. */
export const createPostgresMutualFollowerList = (db: Queryable): MutualFollowerList => ({
  async list(viewer, { q, after, limit }) {
    const { rows } = await db.query<MemberViewRow & { is_mutual: boolean }>(
      `select ${MEMBER_VIEW_COLUMNS}, ${IS_MUTUAL} as is_mutual from follows f
       left join follows back on back.from_id = f.to_id and back.to_id = f.from_id
       join members m on m.id = f.to_id
       where f.from_id = $1 and f.active and ${canBeginConversationSql('m', 'f.active', IS_MUTUAL)}
         and ${visibleMemberSql('$1', 'f.to_id')} and ${nameFilterSql('$2')}
         and ($3::uuid is null or (${SORT_NAME}, m.id) > ((select ${SORT_NAME} from members m where m.id = $3), $3))
       order by ${SORT_NAME}, m.id limit ${limit + 1}`,
      [viewer._id, q, after ?? null],
    )
    return rows.map((row) => ({ member: rowToMemberView(row), isMutual: row.is_mutual }))
  },
})
