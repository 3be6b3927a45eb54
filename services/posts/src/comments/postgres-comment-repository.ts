import type { TextFacet } from '@meadow/contracts'
import { MAX_POST_LIKES_IN_VIEW, MAX_REPLIES_IN_VIEW } from '@meadow/contracts/limits'
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
import { type CommentContext, type CommentPlan, type NewComment, planComment, type RepliedComment } from './comment.ts'
import {
  type CommentChange,
  type CommentChangeContext,
  checkCommentDeletion,
  checkCommentEdit,
  checkCommentHiding,
  planCommentLike,
  type StoredComment,
  toCommentDeletedEvent,
  toCommentEditedEvent,
  toCommentHiddenEvent,
} from './comment-change.ts'
import type { CommentRepository } from './comment-repository.ts'
import { assertPostgresCommentAllowed } from './postgres-comment-audience.ts'
import {
  changePost,
  deleteStoredComment,
  hideComment,
  type LockedPost,
  lockPost,
  showComment,
} from './postgres-comment-changes.ts'

export const createPostgresCommentRepository = (pool: PostgresPool): CommentRepository => ({
  add: (comment, key) =>
    withQueuedPostgresTransaction(pool, [comment.postId], async (tx) => {
      const member = await findOrAddMember(createPostgresMemberReadModel(tx), comment.by)
      const { post, isRestricted, ...context } = await lockCommentedPost(tx, comment) // as late as possible
      const plan = planComment(post, comment, { member, ...context })
      const repeatedId = key && (await createPostgresClientKeyStore(tx).claim(key, comment._id))
      if (repeatedId) return { repeatedId }
      if (plan.change && isRestricted) await assertPostgresCommentAllowed(tx, comment)
      if (plan.change) await storeChange(tx, comment, plan, plan.change)
      return { comment: plan.comment }
    }),

  async find({ postId, id }, viewer) {
    const { rows } = await pool.query<CommentRow>(
      `with found as (
         select ${COMMENT_COLUMNS}, ${replyToSql('post.author_id')} as reply_to, ${MEMBER_VIEW_COLUMNS}, post.author_id as host_id
         from comments c join members m on m.id = c.author_id join posts post on post.id = c.post_id
         where c.id = $2 and c.post_id = $3 and post.hidden_at is null and ${visibleContentSql('$1', 'post.author_id')}
           and ${visibleContentSql('$1', 'c.author_id', 'post.author_id')} and ${isParentVisibleSql('post.author_id')}
       )
       select found.*, ${firstRepliesSql('found', 'found.host_id')} as replies from found`,
      [viewer?._id ?? null, id, postId],
    )
    return rows[0] && rowToComment(rows[0])
  },

  async list(postId, viewer, { limit, after }, { order, parentId = null }) {
    const authorId = await findVisibleAuthor(pool, postId, viewer)
    const [direction, comparison] = order === 'newest' ? ['desc', '<'] : ['asc', '>'] // one index serves both
    const { rows } = await pool.query<CommentRow>(
      `with page as (
         select ${COMMENT_COLUMNS}, ${replyToSql('$4::uuid')} as reply_to, ${MEMBER_VIEW_COLUMNS}
         from comments c join members m on m.id = c.author_id
         where c.post_id = $2 and c.parent_id ${parentId ? '= $5::uuid' : 'is null and $5::uuid is null'}
           and ${isCommentShownSql('$4::uuid')} ${parentId ? `and ${isParentVisibleSql('$4::uuid')}` : ''}
           ${after ? `and (c.created_at, c.id) ${comparison} ($6, $7)` : ''}
         order by c.created_at ${direction}, c.id ${direction} limit $3
       )
       select page.*, ${firstRepliesSql('page', '$4::uuid')} as replies
       from page order by page.created_at ${direction}, page.id ${direction}`,
      [viewer?._id ?? null, postId, limit + 1, authorId, parentId, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(rowToComment)
  },

  edit: (edit) =>
    changeComment(pool, edit, async (tx, post, context) => {
      checkCommentEdit(context, edit)
      await tx.query('update comments set text = $2, facets = $3, edited_at = $4, rev = rev + 1 where id = $1', [
        edit.commentId,
        edit.text,
        toFacetsColumn(edit.facets),
        edit.at,
      ])
      await appendToPostgresOutbox(tx, toCommentEditedEvent(edit, await changePost(tx, post, 0)))
    }),

  delete: (deletion) =>
    changeComment(pool, deletion, async (tx, post, context) => {
      checkCommentDeletion(context, deletion)
      const deleted = await deleteStoredComment(tx, deletion.commentId)
      await appendToPostgresOutbox(tx, toCommentDeletedEvent(deletion, await changePost(tx, post, -deleted)))
    }),

  setHidden: (change, isHidden) =>
    changeComment(pool, change, async (tx, post, context) => {
      checkCommentHiding(context, change)
      const { commentId } = change
      await requireCommentOfPost(tx, post.id, commentId)
      const moved = isHidden ? -(await hideComment(tx, commentId, 'host')) : await showComment(tx, commentId, 'host')
      if (moved === 0) return
      await appendToPostgresOutbox(tx, toCommentHiddenEvent(change, isHidden, await changePost(tx, post, moved)))
    }),

  setLike: (change, isLiked) =>
    changeComment(pool, change, async (tx, post, context) => {
      const { commentId, by, at } = change
      const { rowCount } = await tx.query('select from comment_likes where comment_id = $1 and member_id = $2', [
        commentId,
        by._id,
      ])
      const plan = planCommentLike({ ...context, isLiker: rowCount === 1 }, change, isLiked)
      if (!plan) return
      await (isLiked
        ? tx.query('insert into comment_likes (comment_id, member_id, post_id, created_at) values ($1, $2, $3, $4)', [
            commentId,
            by._id,
            post.id,
            at,
          ])
        : tx.query('delete from comment_likes where comment_id = $1 and member_id = $2', [commentId, by._id]))
      await tx.query('update comments set likes_count = $2, rev = $3 where id = $1', [
        commentId,
        plan.likesCount,
        plan.rev,
      ])
      await appendToPostgresOutbox(tx, plan.event)
    }),
})

/** Applies a change to a comment of a locked post, with what `apply` needs to decide about it. */
const changeComment = (
  pool: PostgresPool,
  { postId, commentId, by }: CommentChange,
  apply: (tx: Queryable, post: LockedPost, context: CommentChangeContext) => Promise<void>,
): Promise<void> =>
  withQueuedPostgresTransaction(pool, [postId], async (tx) => {
    const member = await findOrAddMember(createPostgresMemberReadModel(tx), by)
    const post = await lockPost(tx, postId)
    if (!post) throw new DomainError(member?.state === 'active' ? 'post_not_found' : 'forbidden')
    const { rows } = await tx.query<StoredCommentRow & { is_visible: boolean }>(
      `select visible.is_visible, c.* from (select $4 and ${visibleContentSql('$2', '$3::uuid')} as is_visible) visible
       left join (${storedCommentSql('c.id = $5 and c.post_id = $1')}) c on true`,
      [postId, by._id, post.author_id, post.hidden_at === null, commentId],
    )
    const row = rows[0]
    const comment = row?.id ? toStoredComment(row) : undefined
    const isVisible = row?.is_visible ?? false
    await apply(tx, post, { memberState: member?.state, post: { authorId: post.author_id }, isVisible, comment })
  })

/** Selects a comment that the member `$2` may see on a post of the author `$3`. */
const storedCommentSql = (condition: string): string => `
  select c.id, c.author_id, c.parent_id, c.edited_at, c.likes_count, c.rev from comments c
  where ${condition} and ${visibleContentSql('$2', 'c.author_id', '$3::uuid')} and (c.parent_id is null or exists (
    select from comments parent where parent.id = c.parent_id and ${visibleContentSql('$2', 'parent.author_id', '$3::uuid')}))`

type StoredCommentRow = Pick<CommentsTable, 'id' | 'author_id' | 'parent_id' | 'edited_at' | 'likes_count' | 'rev'>

const toStoredComment = (row: StoredCommentRow): StoredComment => ({
  _id: row.id,
  authorId: row.author_id,
  parentId: row.parent_id,
  editedAt: row.edited_at,
  likesCount: row.likes_count,
  rev: row.rev,
})

/** @throws comment_not_found when the post has no such comment, not even a hidden one */
async function requireCommentOfPost(tx: Queryable, postId: string, id: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from comments where id = $1 and post_id = $2 union all select from hidden_comments where id = $1 and post_id = $2`,
    [id, postId],
  )
  if (rowCount === 0) throw new DomainError('comment_not_found')
}

type CommentContextRow = Pick<CommentContext, 'isVisible' | 'isStored'> & {
  answered: RepliedComment | null
  likes: string[]
  comments: NewestCommentRow[] | null
}

/**
 * Reads what the comment `$4` of the member `$2` on the post `$1` of the author `$3` needs. `$5`: the post is not hidden; `$6`: the comment
 * that it answers, or null. After its lock.
 */
const READ_CONTEXT_SQL = `
  select (
      select json_build_object('_id', c.id, 'authorId', c.author_id, 'parentId', c.parent_id)
      from (${storedCommentSql('c.id = $6 and c.post_id = $1')}) c
    ) as answered,
    $5::boolean and ${visibleContentSql('$2', '$3::uuid')} as "isVisible", exists (select from comments where id = $4) as "isStored",
    array(
      select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
    ) as likes,
    (${NEWEST_COMMENTS_JSON_SQL}) as comments`

/** Locks the post of a comment for the rest of the transaction, and reads its state; `post` is undefined if it does not exist. */
async function lockCommentedPost(
  tx: Queryable,
  { _id, postId, by, parentId }: NewComment,
): Promise<Omit<CommentContext, 'member'> & { post: ChangedPost | undefined; isRestricted?: boolean }> {
  const { rows: locked } = await tx.query<LockedPostRow>({ ...LOCK_POST, values: [postId] })
  const [row] = locked
  if (!row) return { post: undefined, isVisible: false, isStored: false }
  const { rows } = await tx.query<CommentContextRow>({
    name: 'read-comment-context',
    text: READ_CONTEXT_SQL,
    values: [postId, by._id, row.author_id, _id, row.hidden_at === null, parentId ?? null],
  })
  const { likes, comments, answered, ...context } = rows[0] as CommentContextRow
  const post = {
    authorId: row.author_id,
    rev: row.rev,
    likes,
    likesCount: row.likes_count,
    comments: toNewestComments(comments),
    commentsCount: row.comments_count,
    sharesCount: row.shares_count,
  }
  return { post, isRestricted: row.comment_audience !== null, ...context, answered: answered ?? undefined }
}

async function storeChange(
  tx: Queryable,
  { _id, postId, by, text, facets, createdAt }: NewComment,
  { comment: { parentId }, replyToId }: CommentPlan,
  { post, event }: NonNullable<CommentPlan['change']>,
): Promise<void> {
  await tx.query({
    name: 'add-comment',
    text: `
      with added as (
        insert into comments (id, post_id, author_id, text, created_at, facets, parent_id, reply_to_id)
        values ($1, $2, $3, $4, $5, $8, $9, $10)
      ), answered as (update comments set replies_count = replies_count + 1 where id = $9)
      update posts set comments_count = $6, rev = $7 where id = $2`,
    values: [
      _id,
      postId,
      by._id,
      text,
      createdAt,
      post.commentsCount,
      post.rev,
      toFacetsColumn(facets),
      parentId,
      replyToId,
    ],
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

/** The columns of the comment `c` for the viewer `$1`. */
export const COMMENT_COLUMNS = `c.id, c.text, c.facets, c.created_at, c.parent_id, c.reply_to_id, c.edited_at, c.likes_count,
  c.replies_count, c.likes_count > 0 and exists (
    select from comment_likes own_like where own_like.comment_id = c.id and own_like.member_id = $1) as viewer_liked`

/** The condition that the viewer `$1` sees the comment `c` of a post by `host`. A muted member's comments show only on their own posts. */
const isCommentShownSql = (host: string): string =>
  `${visibleContentSql('$1', 'c.author_id', host)} and (c.author_id = ${host} or not ${isMutedSql('$1', 'c.author_id')})`

/** The condition that the viewer `$1` sees the comment to which `c` replies, if it is a reply. */
const isParentVisibleSql = (host: string): string => `(c.parent_id is null or exists (
  select from comments parent where parent.id = c.parent_id and ${visibleContentSql('$1', 'parent.author_id', host)}))`

/** The author of the reply that the reply `c` answers, as JSON; null if the viewer `$1` does not see that reply. */
const replyToSql = (host: string): string => `case when c.reply_to_id is not null then (
  select json_build_object('_id', answered_author.id, 'username', answered_author.username)
  from comments answered join members answered_author on answered_author.id = answered.author_id
  where answered.id = c.reply_to_id and ${visibleContentSql('$1', 'answered.author_id', host)}) end`

/** The first replies to the comment in the row `parent` that the viewer `$1` sees, oldest first, as JSON. */
const firstRepliesSql = (parent: string, host: string): string => `case when ${parent}.replies_count > 0 then (
  select coalesce(json_agg(reply order by reply.created_at, reply.id), '[]') from (
    select ${COMMENT_COLUMNS}, ${replyToSql(host)} as reply_to, ${MEMBER_VIEW_COLUMNS}
    from comments c join members m on m.id = c.author_id
    where c.parent_id = ${parent}.id and ${isCommentShownSql(host)}
    order by c.created_at, c.id limit ${MAX_REPLIES_IN_VIEW}
  ) reply) else '[]' end`

/** `created_at` and `edited_at` are text in a row that was read as JSON. */
export type CommentRow = MemberViewRow &
  Pick<CommentsTable, 'id' | 'text' | 'parent_id' | 'likes_count' | 'replies_count'> & {
    created_at: Date | string
    edited_at: Date | string | null
    facets: TextFacet[] | null
    viewer_liked: boolean
    reply_to: Comment['replyTo']
    replies?: CommentRow[]
  }

export const rowToComment = (row: CommentRow): Comment => ({
  _id: row.id,
  user: rowToMemberView(row),
  text: row.text,
  facets: row.facets ?? [],
  createdAt: new Date(row.created_at),
  parentId: row.parent_id,
  replyTo: row.reply_to,
  editedAt: row.edited_at ? new Date(row.edited_at) : null,
  likesCount: row.likes_count,
  viewerLiked: row.viewer_liked,
  repliesCount: row.replies_count,
  replies: row.replies?.map(rowToComment),
})
