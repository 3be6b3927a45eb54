import type { TextFacet } from '@meadow/contracts'
import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToPostgresOutbox, createPostgresClientKeyStore } from '@meadow/events'
import {
  createPostgresMemberReadModel,
  isMutedSql,
  MEMBER_VIEW_COLUMNS,
  type MemberViewRow,
  rowToMemberView,
  type Viewer,
  visibleContentSql,
} from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { findOrAddMember } from '../members/require-active-member.ts'
import type { ChangedPost } from '../posts/changed-post.ts'
import type { Comment } from '../posts/post.ts'
import {
  LOCK_POST,
  type LockedPostRow,
  NEWEST_COMMENTS_JSON_SQL,
  type NewestCommentRow,
  toFacetsColumn,
  toNewestComments,
} from '../posts/postgres-post-changes.ts'
import type { CommentsTable } from '../schema.ts'
import { type CommentContext, type CommentPlan, type NewComment, planComment } from './comment.ts'
import type { CommentRepository } from './comment-repository.ts'

export const createPostgresCommentRepository = (pool: PostgresPool): CommentRepository => ({
  add: (comment, key) =>
    withQueuedPostgresTransaction(pool, [comment.postId], async (tx) => {
      const member = await findOrAddMember(createPostgresMemberReadModel(tx), comment.by)
      const { post, ...context } = await lockCommentedPost(tx, comment) // as late as possible
      const plan = planComment(post, comment, { member, ...context })
      const repeatedId = key && (await createPostgresClientKeyStore(tx).claim(key, comment._id))
      if (repeatedId) return { repeatedId }
      if (plan.change) await storeChange(tx, comment, plan.change)
      return { comment: plan.comment }
    }),

  async find(id, viewer) {
    const { rows } = await pool.query<CommentRow>(
      `select c.id, c.text, c.facets, c.created_at, ${MEMBER_VIEW_COLUMNS} from comments c join members m on m.id = c.author_id
       where c.id = $2
         and ${visibleContentSql('$1', 'c.author_id', '(select post.author_id from posts post where post.id = c.post_id)')}`,
      [viewer?._id ?? null, id],
    )
    return rows[0] && rowToComment(rows[0])
  },

  async list(postId, viewer, { limit, after }, order) {
    const authorId = await findVisibleAuthor(pool, postId, viewer)
    const [direction, comparison] = order === 'newest' ? ['desc', '<'] : ['asc', '>'] // one index serves both
    const { rows } = await pool.query<CommentRow>(
      `select c.id, c.text, c.facets, c.created_at, ${MEMBER_VIEW_COLUMNS}
       from comments c join members m on m.id = c.author_id
       where c.post_id = $2 and ${visibleContentSql('$1', 'c.author_id', '$4::uuid')}
         and (c.author_id = $4 or not ${isMutedSql('$1', 'c.author_id')})
         ${after ? `and (c.created_at, c.id) ${comparison} ($5, $6)` : ''}
       order by c.created_at ${direction}, c.id ${direction} limit $3`,
      [viewer?._id ?? null, postId, limit + 1, authorId, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(rowToComment)
  },
})

type CommentContextRow = Pick<CommentContext, 'isVisible' | 'isStored'> & {
  likes: string[]
  comments: NewestCommentRow[] | null
}

/** Reads what the comment `$4` of the member `$2` on the post `$1` of the author `$3` needs. `$5`: the post is not hidden. After its lock. */
const READ_CONTEXT_SQL = `
  select $5::boolean and ${visibleContentSql('$2', '$3::uuid')} as "isVisible", exists (select from comments where id = $4) as "isStored",
    array(
      select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
    ) as likes,
    (${NEWEST_COMMENTS_JSON_SQL}) as comments`

/** Locks the post of a comment for the rest of the transaction, and reads its state; `post` is undefined if it does not exist. */
async function lockCommentedPost(
  tx: Queryable,
  { _id, postId, by }: NewComment,
): Promise<Omit<CommentContext, 'member'> & { post: ChangedPost | undefined }> {
  const { rows: locked } = await tx.query<LockedPostRow>({ ...LOCK_POST, values: [postId] })
  const [row] = locked
  if (!row) return { post: undefined, isVisible: false, isStored: false }
  const { rows } = await tx.query<CommentContextRow>({
    name: 'read-comment-context',
    text: READ_CONTEXT_SQL,
    values: [postId, by._id, row.author_id, _id, row.hidden_at === null],
  })
  const { likes, comments, ...context } = rows[0] as CommentContextRow
  const post = {
    authorId: row.author_id,
    rev: row.rev,
    likes,
    likesCount: row.likes_count,
    comments: toNewestComments(comments),
    commentsCount: row.comments_count,
  }
  return { post, ...context }
}

async function storeChange(
  tx: Queryable,
  { _id, postId, by, text, facets, createdAt }: NewComment,
  { post, event }: NonNullable<CommentPlan['change']>,
): Promise<void> {
  await tx.query({
    name: 'add-comment',
    text: `
      with added as (insert into comments (id, post_id, author_id, text, created_at, facets) values ($1, $2, $3, $4, $5, $8))
      update posts set comments_count = $6, rev = $7 where id = $2`,
    values: [_id, postId, by._id, text, createdAt, post.commentsCount, post.rev, toFacetsColumn(facets)],
  })
  await appendToPostgresOutbox(tx, event)
}

/** Returns the author of a post that the viewer may see. @throws post_not_found */
async function findVisibleAuthor(db: Queryable, id: string, viewer: Viewer): Promise<string> {
  const { rows } = await db.query<{ author_id: string }>(
    `select author_id from posts where id = $2 and hidden_at is null and ${visibleContentSql('$1', 'posts.author_id')}`,
    [viewer?._id ?? null, id],
  )
  if (!rows[0]) throw new DomainError('post_not_found')
  return rows[0].author_id
}

/** `created_at` is text in a row that was read as JSON. */
export type CommentRow = MemberViewRow &
  Pick<CommentsTable, 'id' | 'text'> & {
    created_at: Date | string
    facets: TextFacet[] | null
  }

export const rowToComment = (row: CommentRow): Comment => ({
  _id: row.id,
  user: rowToMemberView(row),
  text: row.text,
  facets: row.facets ?? [],
  createdAt: new Date(row.created_at),
})
