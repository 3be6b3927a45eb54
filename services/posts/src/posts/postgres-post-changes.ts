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

type ChangedPostRow = Pick<PostsTable, 'author_id' | 'rev' | 'likes_count' | 'comments_count'> & {
  likes: string[]
  /** JSON, so `createdAt` is text. */
  comments: { _id: string; user: Actor; text: string; createdAt: string }[] | null
}

/** Applies increments to the counters of a locked post, increments its `rev`, and returns its new state. */
export async function applyPostChange(
  tx: Queryable,
  id: string,
  increments: { likes: number; comments: number },
): Promise<ChangedPost> {
  const { rows } = await tx.query<ChangedPostRow>({
    name: 'apply-post-change',
    text: APPLY_CHANGE_SQL,
    values: [id, increments.likes, increments.comments],
  })
  const row = rows[0]
  if (!row) throw new DomainError('post_not_found')
  return {
    authorId: row.author_id,
    rev: row.rev,
    likes: row.likes,
    likesCount: row.likes_count,
    comments: (row.comments ?? []).map((comment) => ({ ...comment, createdAt: new Date(comment.createdAt) })),
    commentsCount: row.comments_count,
  }
}

/** One statement, because concurrent likes of the post wait for the lock. */
const APPLY_CHANGE_SQL = `
  update posts set likes_count = likes_count + $2, comments_count = comments_count + $3, rev = rev + 1
  where id = $1
  returning author_id, rev, likes_count, comments_count,
    array(
      select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
    ) as likes,
    (
      select json_agg(json_build_object(
        '_id', newest.id, 'text', newest.text, 'createdAt', newest.created_at,
        'user', json_build_object(
          '_id', m.id, 'username', m.username, 'fullName', m.full_name, 'avatar', m.avatar,
          'profileVersion', m.profile_version)
      ) order by newest.created_at, newest.id)
      from (
        select * from comments where post_id = $1 order by created_at desc, id desc limit ${MAX_POST_COMMENTS_IN_VIEW}
      ) newest join members m on m.id = newest.author_id
    ) as comments`
