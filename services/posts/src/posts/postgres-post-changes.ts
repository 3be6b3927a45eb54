import type { Actor, TextFacet } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import type { PostsTable } from '../schema.ts'
import type { ChangedPost } from './changed-post.ts'

/** The condition that a row of posts is a share without a comment. */
export const IS_PLAIN_SHARE_SQL = "(posts.shared_post_id is not null and posts.content = '')"

/**
 * Locks a post for the rest of the transaction, which serialises its counters, its `rev` and its events. Nobody likes or comments on a share
 * without a comment, so it counts as hidden.
 */
export const LOCK_POST = {
  name: 'lock-post',
  text: `select author_id, rev, likes_count, comments_count, shares_count, comment_audience,
           case when ${IS_PLAIN_SHARE_SQL} then created_at else hidden_at end as hidden_at
         from posts where id = $1 for update`,
}

/** A row that `LOCK_POST` reads. */
export type LockedPostRow = Pick<
  PostsTable,
  'author_id' | 'rev' | 'likes_count' | 'comments_count' | 'shares_count' | 'hidden_at' | 'comment_audience'
>

/** JSON, so `createdAt` is text. */
export type NewestCommentRow = {
  _id: string
  user: Actor
  text: string
  facets: TextFacet[] | null
  createdAt: string
  parentId: string | null
  editedAt: string | null
}

export { toFacetsColumn } from '@meadow/members'

export const toNewestComments = (rows: readonly NewestCommentRow[] | null): ChangedPost['comments'] =>
  (rows ?? []).map((comment) => ({
    ...comment,
    facets: comment.facets ?? [],
    createdAt: new Date(comment.createdAt),
    editedAt: comment.editedAt ? new Date(comment.editedAt) : null,
  }))

/** The newest comments of the post `$1`, oldest first; null if there are none. */
export const NEWEST_COMMENTS_JSON_SQL = `
  select json_agg(json_build_object(
    '_id', newest.id, 'text', newest.text, 'facets', newest.facets, 'createdAt', newest.created_at,
    'parentId', newest.parent_id, 'editedAt', newest.edited_at,
    'user', json_build_object(
      '_id', m.id, 'username', m.username, 'fullName', m.full_name, 'avatar', m.avatar,
      'profileVersion', m.profile_version)
  ) order by newest.created_at, newest.id)
  from (
    select * from comments where post_id = $1 order by created_at desc, id desc limit ${MAX_POST_COMMENTS_IN_VIEW}
  ) newest join members m on m.id = newest.author_id`
