import type { Actor, PostSocketView } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { visibleMemberSql } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { ChangedPost } from './post.ts'

/**
 * Locks a post for the rest of the transaction, so that its counts, its `rev` and the order of its events agree.
 * @throws post_not_found when `by` may not see it
 */
export async function lockPost(tx: Queryable, id: string, by: Actor): Promise<{ authorId: string }> {
  const { rows } = await tx.query<{ author_id: string }>({
    name: 'lock-post',
    text: `select author_id from posts where id = $1 and ${visibleMemberSql('$2', 'posts.author_id')} for update`,
    values: [id, by._id],
  })
  if (!rows[0]) throw new DomainError('post_not_found')
  return { authorId: rows[0].author_id }
}

type ChangedPostRow = {
  author_id: string
  rev: number
  likes_count: number
  comments_count: number
  likes: string[]
  comments: PostSocketView['comments'] | null
}

/** Counts a change of a locked post; answers what everybody may see of it now. */
export async function applyPostChange(
  tx: Queryable,
  id: string,
  by: { likes: number; comments: number },
): Promise<ChangedPost> {
  const { rows } = await tx.query<ChangedPostRow>({
    name: 'move-post',
    text: APPLY_CHANGE_SQL,
    values: [id, by.likes, by.comments],
  })
  const row = rows[0]
  if (!row) throw new DomainError('post_not_found')
  const comments = (row.comments ?? []).map((comment) => ({
    ...comment,
    createdAt: new Date(comment.createdAt).toISOString(),
  }))
  const { likes, likes_count: likesCount, comments_count: commentsCount } = row
  return { authorId: row.author_id, rev: row.rev, view: { likes, comments, likesCount, commentsCount } }
}

/** One statement, because everybody else who likes this post waits for it. */
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
