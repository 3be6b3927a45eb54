import { MEMBER_VIEW_COLUMNS, type MemberViewRow, rowToMemberView, visibleContentSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { PostsTable } from '../schema.ts'
import type { ListPostSharers } from './share-repository.ts'

type SharerRow = MemberViewRow & Pick<PostsTable, 'created_at'>

/** Reads the sharers of a post from the index `newest_shares_of_post`. Earlier shares of the same member are left out. */
export const createPostgresPostSharers =
  (db: Queryable): ListPostSharers =>
  async (postId, viewer, { limit, after, skip }) => {
    const { rows } = await db.query<SharerRow>({
      name: `post-sharers-${after ? 'after' : 'first'}`,
      text: `
        select s.created_at, ${MEMBER_VIEW_COLUMNS}
        from posts s join members m on m.id = s.author_id
        where s.shared_post_id = $2 and s.hidden_at is null and ${visibleContentSql('$1', 's.author_id')}
          and not exists (
            select from posts newer where newer.shared_post_id = $2 and newer.author_id = s.author_id and newer.hidden_at is null
              and (newer.created_at, newer.id) > (s.created_at, s.id))
          ${after ? 'and s.created_at <= $5 and (s.created_at < $5 or s.author_id > $6)' : ''}
        order by s.created_at desc, s.author_id limit $3 offset $4`,
      values: [viewer?._id ?? null, postId, limit + 1, skip, ...(after ? [after.createdAt, after._id] : [])],
    })
    return rows.map((row) => ({ _id: row.member_id, createdAt: row.created_at, member: rowToMemberView(row) }))
  }
