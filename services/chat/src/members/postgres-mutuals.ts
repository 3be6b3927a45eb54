import { MEMBER_VIEW_COLUMNS, type MemberViewRow, rowToMemberView, visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { MutualFollowerList } from './mutuals.ts'
import { nameFilterSql } from './name-filter.ts'

const NAME = 'm.folded_name collate "C"'

/** Out of the read model of members: who is followed are some thousands at most. */
export const createPostgresMutualFollowerList = (db: Queryable): MutualFollowerList => ({
  async list(viewer, { q, after, limit }) {
    const { rows } = await db.query<MemberViewRow>(
      `select ${MEMBER_VIEW_COLUMNS} from follows f
       join follows back on back.from_id = f.to_id and back.to_id = f.from_id and back.active
       join members m on m.id = f.to_id
       where f.from_id = $1 and f.active and ${visibleMemberSql('$1', 'f.to_id')} and ${nameFilterSql('$2')}
         and ($3::uuid is null or (${NAME}, m.id) > ((select ${NAME} from members m where m.id = $3), $3))
       order by ${NAME}, m.id limit ${limit + 1}`,
      [viewer._id, q, after ?? null],
    )
    return rows.map(rowToMemberView)
  },
})
