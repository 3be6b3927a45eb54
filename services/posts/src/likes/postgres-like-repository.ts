import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { requireActiveMember } from '../members/require-active-member.ts'
import { applyPostChange, lockPost } from '../posts/postgres-post-changes.ts'
import type { Like } from './like.ts'
import type { LikeRepository } from './like-repository.ts'

export const createPostgresLikeRepository = (pool: Pool): LikeRepository => ({
  set: (like, wanted, announce) =>
    withPostgresTransaction(pool, async (tx) => {
      const { authorId } = await lockPost(tx, like.postId, like.by)
      await requireActiveMember(createPostgresMemberReadModel(tx), like.by)
      const removed = wanted !== true && (await deleteLike(tx, like))
      const added = !removed && wanted !== false && (await insertLike(tx, like, authorId))
      const changed = removed || added
      if (changed) {
        const moved = await applyPostChange(tx, like.postId, { likes: added ? 1 : -1, comments: 0 })
        await appendToPostgresOutbox(tx, announce(added, moved))
      }
      return { liked: wanted ?? added, changed }
    }),
})

async function deleteLike(tx: Queryable, { postId, by }: Like): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'unlike',
    text: 'delete from likes where post_id = $1 and member_id = $2',
    values: [postId, by._id],
  })
  return rowCount === 1
}

async function insertLike(tx: Queryable, { postId, by, at }: Like, authorId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'like',
    text: 'insert into likes (post_id, member_id, author_id, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    values: [postId, by._id, authorId, at],
  })
  return rowCount === 1
}
