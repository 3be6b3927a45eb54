import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { applyPostChange, lockPost } from '../posts/postgres-post-changes.ts'
import { type LikeChange, toLikeEvent } from './like.ts'
import type { LikeRepository } from './like-repository.ts'

export const createPostgresLikeRepository = (pool: PostgresPool): LikeRepository => ({
  set: (change, requested) =>
    withQueuedPostgresTransaction(pool, [change.postId], async (tx) => {
      await requireActiveMember(createPostgresMemberReadModel(tx), change.by)
      const { authorId } = await lockPost(tx, change.postId, change.by) // as late as possible
      const removed = requested !== true && (await deleteLike(tx, change))
      const added = !removed && requested !== false && (await insertLike(tx, change, authorId))
      if (removed || added) {
        const post = await applyPostChange(tx, change.postId, { likes: added ? 1 : -1, comments: 0 })
        await appendToPostgresOutbox(tx, toLikeEvent(change, added, post))
      }
      return requested ?? added
    }),
})

async function deleteLike(tx: Queryable, { postId, by }: LikeChange): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'unlike',
    text: 'delete from likes where post_id = $1 and member_id = $2',
    values: [postId, by._id],
  })
  return rowCount === 1
}

async function insertLike(tx: Queryable, { postId, by, at }: LikeChange, authorId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'like',
    text: 'insert into likes (post_id, member_id, author_id, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    values: [postId, by._id, authorId, at],
  })
  return rowCount === 1
}
