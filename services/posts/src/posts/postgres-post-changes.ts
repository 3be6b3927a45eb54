import type { Actor } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { visibleMemberSql } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { PostsTable } from '../schema.ts'
import type { ChangedPost } from './post.ts'

/**
 * Locks a post for the rest of the transaction, which serialises its counters, its `rev` and its events.
 * @throws post_not_found when `by` may not see it
 */
export async function lockPost(tx: Queryable, id: string, by: Actor): Promise<{ authorId: string }> {
  const { rows } = await tx.query<Pick<PostsTable, 'author_id'>>({
    name: 'lock-post',
    text: `select author_id from posts where id = $1 and ${visibleMemberSql('$2', 'posts.author_id')} for update`,
    values: [id, by._id],
  })
  if (!rows[0]) throw new DomainError('post_not_found')
  return { authorId: rows[0].author_id }
}

/** JSON, so `createdAt` is text. */
export type NewestCommentRow = { _id: string; user: Actor; text: string; createdAt: string }

export const toNewestComments = (rows: readonly NewestCommentRow[] | null): ChangedPost['comments'] =>
  (rows ?? []).map((comment) => ({ ...comment, createdAt: new Date(comment.createdAt) }))

/** The newest comments of the post `$1`, oldest first; null if there are none. */
export const NEWEST_COMMENTS_JSON_SQL = `
  select json_agg(json_build_object(
    '_id', newest.id, 'text', newest.text, 'createdAt', newest.created_at,
    'user', json_build_object(
      '_id', m.id, 'username', m.username, 'fullName', m.full_name, 'avatar', m.avatar,
      'profileVersion', m.profile_version)
  ) order by newest.created_at, newest.id)
  from (
    select * from comments where post_id = $1 order by created_at desc, id desc limit ${MAX_POST_COMMENTS_IN_VIEW}
  ) newest join members m on m.id = newest.author_id`

type ChangedPostRow = Pick<PostsTable, 'author_id' | 'rev' | 'likes_count' | 'comments_count'> & {
  likes: string[]
  comments: NewestCommentRow[] | null
}

/** Counts a comment that was added to a locked post, increments the `rev` of the post, and returns its new state. */
export async function countAddedComment(tx: Queryable, id: string): Promise<ChangedPost> {
  const { rows } = await tx.query<ChangedPostRow>({ name: 'count-comment', text: COUNT_COMMENT_SQL, values: [id] })
  const row = rows[0]
  if (!row) throw new DomainError('post_not_found')
  return {
    authorId: row.author_id,
    rev: row.rev,
    likes: row.likes,
    likesCount: row.likes_count,
    comments: toNewestComments(row.comments),
    commentsCount: row.comments_count,
  }
}

/** One statement, because concurrent changes of the post wait for the lock. */
const COUNT_COMMENT_SQL = `
  update posts set comments_count = comments_count + 1, rev = rev + 1
  where id = $1
  returning author_id, rev, likes_count, comments_count,
    array(
      select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
    ) as likes,
    (${NEWEST_COMMENTS_JSON_SQL}) as comments`
