import { MEMBER_VIEW_COLUMNS, type MemberViewRow, rowToMemberView, visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { LikesTable } from '../schema.ts'
import type { ListPostLikers } from './like-repository.ts'

type LikerRow = MemberViewRow & Pick<LikesTable, 'created_at'>

/** Reads the likers of a post from the index `likes_newest`. Members with likes of the same time come in the order of their ids. */
export const createPostgresPostLikers =
  (db: Queryable): ListPostLikers =>
  async (postId, viewer, { limit, after, skip }) => {
    const { rows } = await db.query<LikerRow>({
      name: `post-likers-${after ? 'after' : 'first'}`,
      text: `
        select l.created_at, ${MEMBER_VIEW_COLUMNS}
        from likes l join members m on m.id = l.member_id
        where l.post_id = $2 and ${visibleMemberSql('$1', 'l.member_id')}
          ${after ? 'and l.created_at <= $5 and (l.created_at < $5 or l.member_id > $6)' : ''}
        order by l.created_at desc, l.member_id limit $3 offset $4`,
      values: [viewer?._id ?? null, postId, limit + 1, skip, ...(after ? [after.createdAt, after._id] : [])],
    })
    return rows.map((row) => ({ _id: row.member_id, createdAt: row.created_at, member: rowToMemberView(row) }))
  }
