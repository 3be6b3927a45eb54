import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import type { Queryable } from '@meadow/storage'
import type { ChangedPost } from '../posts/changed-post.ts'
import {
  LOCK_POST,
  type LockedPostRow,
  NEWEST_COMMENTS_JSON_SQL,
  type NewestCommentRow,
  toNewestComments,
} from '../posts/postgres-post-changes.ts'
import type { HiddenBy } from './comment-change.ts'

/** A post that is locked for the rest of the transaction. */
export type LockedPost = LockedPostRow & { id: string }

/** Locks a post for the rest of the transaction. Returns undefined if it does not exist. */
export async function lockPost(tx: Queryable, id: string): Promise<LockedPost | undefined> {
  const { rows } = await tx.query<LockedPostRow>({ ...LOCK_POST, values: [id] })
  return rows[0] && { ...rows[0], id }
}

/** Locks the post of a comment, which may be hidden. Returns undefined if there is no such comment. */
export async function lockPostOfComment(tx: Queryable, id: string): Promise<LockedPost | undefined> {
  const { rows } = await tx.query<{ post_id: string }>(
    'select post_id from comments where id = $1 union all select post_id from hidden_comments where id = $1',
    [id],
  )
  return rows[0] && lockPost(tx, rows[0].post_id)
}

/** Changes the number of comments of a locked post by `difference`, and its `rev`. Returns the post as everybody may see it. */
export async function changePost(tx: Queryable, post: LockedPost, difference: number): Promise<ChangedPost> {
  const [commentsCount, rev] = [Math.max(0, post.comments_count + difference), post.rev + 1]
  await tx.query('update posts set comments_count = $2, rev = $3 where id = $1', [post.id, commentsCount, rev])
  const { rows } = await tx.query<{ likes: string[]; comments: NewestCommentRow[] | null }>(
    `select array(
       select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
     ) as likes, (${NEWEST_COMMENTS_JSON_SQL}) as comments`,
    [post.id],
  )
  const { likes = [], comments = null } = rows[0] ?? {}
  const [authorId, likesCount] = [post.author_id, post.likes_count]
  const sharesCount = post.shares_count
  return { authorId, rev, likes, likesCount, comments: toNewestComments(comments), commentsCount, sharesCount }
}

/** Changes the number of replies to the comment that a reply is below, if there is one. */
const changeRepliesCount = (tx: Queryable, parentId: string | null, difference: number) =>
  tx.query('update comments set replies_count = greatest(0, replies_count + $2) where id = $1', [parentId, difference])

const STORED_COLUMNS =
  'id, post_id, author_id, text, created_at, facets, parent_id, reply_to_id, edited_at, likes_count, replies_count, rev'

type MovedRow = { id: string; parent_id: string | null }

/**
 * Hides a comment and the replies to it. Returns how many comments disappear: 0 if it does not exist or is hidden already, which then
 * also `by` does.
 */
export async function hideComment(tx: Queryable, id: string, by: keyof HiddenBy): Promise<number> {
  const column = `hidden_by_${by}`
  const other = by === 'host' ? 'hidden_by_moderators' : 'hidden_by_host'
  const { rows } = await tx.query<MovedRow>(
    `with moved as (delete from comments where id = $1 or parent_id = $1 returning ${STORED_COLUMNS})
     insert into hidden_comments (${STORED_COLUMNS}, ${column}, ${other})
     select ${STORED_COLUMNS}, id = $1, false from moved returning id, parent_id`,
    [id],
  )
  if (rows.length === 0) await tx.query(`update hidden_comments set ${column} = true where id = $1`, [id])
  const hidden = rows.find((row) => row.id === id)
  if (hidden) await changeRepliesCount(tx, hidden.parent_id, -1)
  return rows.length
}

/**
 * Ends that a comment is hidden by moderators or by the author of its post. Shows it, and the replies that were hidden with it, unless
 * something else hides it. Returns how many comments appear.
 */
export async function showComment(tx: Queryable, id: string, by: keyof HiddenBy): Promise<number> {
  await tx.query(`update hidden_comments set hidden_by_${by} = false where id = $1`, [id])
  const { rows } = await tx.query<MovedRow>(
    `with shown as (
       select id from hidden_comments hidden where id = $1 and not hidden_by_moderators and not hidden_by_host
         and (parent_id is null or exists (select from comments where comments.id = hidden.parent_id))
     ),
     moved as (
       delete from hidden_comments where id in (select id from shown)
         or parent_id in (select id from shown) and not hidden_by_moderators and not hidden_by_host
       returning ${STORED_COLUMNS}
     )
     insert into comments (${STORED_COLUMNS}) select ${STORED_COLUMNS} from moved returning id, parent_id`,
    [id],
  )
  const shown = rows.find((row) => row.id === id)
  if (shown?.parent_id) await changeRepliesCount(tx, shown.parent_id, 1)
  if (shown) await tx.query('update comments set replies_count = $2 where id = $1', [id, rows.length - 1])
  return rows.length
}

/** Deletes a comment, which may be hidden, with the replies to it and their likes. Returns how many comments disappear. */
export async function deleteStoredComment(tx: Queryable, id: string): Promise<number> {
  const { rows: hidden } = await tx.query<MovedRow>(
    'delete from hidden_comments where id = $1 or parent_id = $1 returning id, parent_id',
    [id],
  )
  const { rows } = await tx.query<MovedRow>(
    'delete from comments where id = $1 or parent_id = $1 returning id, parent_id',
    [id],
  )
  const ids = [...hidden, ...rows].map((row) => row.id)
  await tx.query('delete from comment_likes where comment_id = any($1::uuid[])', [ids])
  const deleted = rows.find((row) => row.id === id)
  if (deleted) await changeRepliesCount(tx, deleted.parent_id, -1)
  return rows.length
}
