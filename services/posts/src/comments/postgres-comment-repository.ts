import { appendToPostgresOutbox, createPostgresClientKeyStore } from '@meadow/events'
import {
  createPostgresMemberReadModel,
  MEMBER_VIEW_COLUMNS,
  type MemberViewRow,
  rowToMemberView,
  type Viewer,
  visibleMemberSql,
} from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import type { Comment } from '../posts/post.ts'
import { countAddedComment, lockPost } from '../posts/postgres-post-changes.ts'
import type { CommentsTable } from '../schema.ts'
import { toOwnComment, toPostCommentedEvent } from './comment.ts'
import type { CommentRepository } from './comment-repository.ts'

export const createPostgresCommentRepository = (pool: PostgresPool): CommentRepository => ({
  add: (comment, key) =>
    withQueuedPostgresTransaction(pool, [comment.postId], async (tx) => {
      const { _id, postId, by, text, createdAt } = comment
      const member = await requireActiveMember(createPostgresMemberReadModel(tx), by)
      await lockPost(tx, postId, by) // as late as possible
      const repeatedId = key && (await createPostgresClientKeyStore(tx).claim(key, _id))
      if (repeatedId) return { repeatedId }
      const { rowCount } = await tx.query(
        `insert into comments (id, post_id, author_id, text, created_at) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [_id, postId, by._id, text, createdAt],
      )
      if (rowCount === 1) {
        const post = await countAddedComment(tx, postId)
        await appendToPostgresOutbox(tx, toPostCommentedEvent(comment, post))
      }
      return { comment: toOwnComment(comment, member) }
    }),

  async find(id, viewer) {
    const { rows } = await pool.query<CommentRow>(
      `select c.id, c.text, c.created_at, ${MEMBER_VIEW_COLUMNS} from comments c join members m on m.id = c.author_id
       where c.id = $2 and ${visibleMemberSql('$1', 'c.author_id')}`,
      [viewer?._id ?? null, id],
    )
    return rows[0] && rowToComment(rows[0])
  },

  async list(postId, viewer, { limit, after }, order) {
    await assertPostVisible(pool, postId, viewer)
    const [direction, comparison] = order === 'newest' ? ['desc', '<'] : ['asc', '>'] // one index serves both
    const { rows } = await pool.query<CommentRow>(
      `select c.id, c.text, c.created_at, ${MEMBER_VIEW_COLUMNS}
       from comments c join members m on m.id = c.author_id
       where c.post_id = $2 and ${visibleMemberSql('$1', 'c.author_id')}
         ${after ? `and (c.created_at, c.id) ${comparison} ($4, $5)` : ''}
       order by c.created_at ${direction}, c.id ${direction} limit $3`,
      [viewer?._id ?? null, postId, limit + 1, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(rowToComment)
  },
})

async function assertPostVisible(db: Queryable, id: string, viewer: Viewer): Promise<void> {
  const { rowCount } = await db.query(
    `select 1 from posts where id = $2 and ${visibleMemberSql('$1', 'posts.author_id')}`,
    [viewer?._id ?? null, id],
  )
  if (rowCount !== 1) throw new DomainError('post_not_found')
}

/** `created_at` is text in a row that was read as JSON. */
export type CommentRow = MemberViewRow & Pick<CommentsTable, 'id' | 'text'> & { created_at: Date | string }

export const rowToComment = (row: CommentRow): Comment => ({
  _id: row.id,
  user: rowToMemberView(row),
  text: row.text,
  createdAt: new Date(row.created_at),
})
