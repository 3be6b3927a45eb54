import { appendToOutbox } from '@meadow/events'
import { postgresMembers } from '@meadow/members'
import { type Queryable, transaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { admitActor } from '../members/admit-actor.ts'
import { lockPost, movePost } from '../posts/postgres-lock.ts'
import type { Like } from './like.ts'
import type { LikeRepository } from './like-repository.ts'

export const postgresLikes = (pool: Pool): LikeRepository => ({
  set: (like, wanted, announce) =>
    transaction(pool, async (tx) => {
      const { authorId } = await lockPost(tx, like.postId, like.by)
      await admitActor(postgresMembers(tx), like.by)
      const removed = wanted !== true && (await remove(tx, like))
      const added = !removed && wanted !== false && (await add(tx, like, authorId))
      const changed = removed || added
      if (changed) {
        const moved = await movePost(tx, like.postId, { likes: added ? 1 : -1, comments: 0 })
        await appendToOutbox(tx, announce(added, moved))
      }
      return { liked: wanted ?? added, changed }
    }),
})

async function remove(tx: Queryable, { postId, by }: Like): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'unlike',
    text: 'delete from likes where post_id = $1 and member_id = $2',
    values: [postId, by._id],
  })
  return rowCount === 1
}

async function add(tx: Queryable, { postId, by, at }: Like, authorId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'like',
    text: 'insert into likes (post_id, member_id, author_id, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    values: [postId, by._id, authorId, at],
  })
  return rowCount === 1
}
