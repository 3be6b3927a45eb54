import { appendToPostgresOutbox, createPostgresClientKeyStore } from '@meadow/events'
import {
  createPostgresMemberReadModel,
  MEMBER_VIEW_COLUMNS,
  toMemberView,
  type Viewer,
  visibleMemberSql,
} from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { requireActiveMember } from '../members/require-active-member.ts'
import type { Comment } from '../posts/post.ts'
import { applyPostChange, lockPost } from '../posts/postgres-post-changes.ts'
import { type CommentRow, toComment } from '../posts/postgres-read-posts.ts'
import type { CommentRepository } from './comment-repository.ts'

export const createPostgresCommentRepository = (pool: Pool): CommentRepository => ({
  add: (comment, announce, key) =>
    withPostgresTransaction(pool, async (tx) => {
      const { _id, postId, by, text, createdAt } = comment
      await lockPost(tx, postId, by)
      const member = await requireActiveMember(createPostgresMemberReadModel(tx), by)
      const earlier = key && (await createPostgresClientKeyStore(tx).claim(key, _id))
      if (earlier) return findComment(tx, earlier, by)
      const { rowCount } = await tx.query(
        `insert into comments (id, post_id, author_id, text, created_at) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [_id, postId, by._id, text, createdAt],
      )
      if (rowCount === 1)
        await appendToPostgresOutbox(tx, announce(await applyPostChange(tx, postId, { likes: 0, comments: 1 })))
      return { _id, user: toMemberView(member, false), text, createdAt }
    }),

  async list(postId, viewer, { limit, after }) {
    await assertPostVisible(pool, postId, viewer)
    const { rows } = await pool.query<CommentRow>(
      `select c.id, c.text, c.created_at, ${MEMBER_VIEW_COLUMNS}
       from comments c join members m on m.id = c.author_id
       where c.post_id = $2 and ${visibleMemberSql('$1', 'c.author_id')}
         ${after ? 'and (c.created_at, c.id) < ($4, $5)' : ''}
       order by c.created_at desc, c.id desc limit $3`,
      [viewer?._id ?? null, postId, limit + 1, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(toComment)
  },
})

/** A comment of a post that is there. */
async function findComment(db: Queryable, id: string, viewer: Viewer): Promise<Comment> {
  const { rows } = await db.query<CommentRow>(
    `select c.id, c.text, c.created_at, ${MEMBER_VIEW_COLUMNS} from comments c join members m on m.id = c.author_id
     where c.id = $2`,
    [viewer?._id ?? null, id],
  )
  if (!rows[0]) throw new DomainError('post_not_found') // a comment goes with its post alone
  return toComment(rows[0])
}

async function assertPostVisible(db: Queryable, id: string, viewer: Viewer): Promise<void> {
  const { rowCount } = await db.query(
    `select 1 from posts where id = $2 and ${visibleMemberSql('$1', 'posts.author_id')}`,
    [viewer?._id ?? null, id],
  )
  if (rowCount !== 1) throw new DomainError('post_not_found')
}
