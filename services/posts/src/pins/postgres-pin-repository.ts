import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel, memberByUsernameSql, visibleContentSql } from '@meadow/members'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import type { PinnedPostsTable } from '../schema.ts'
import { type PinnablePost, type PostPin, planPostPin } from './pin.ts'
import type { PinRepository } from './pin-repository.ts'

/** Locks the post `$1`, and reads it for the member `$2`. */
const LOCK_PINNABLE_POST = `
  select p.author_id as "authorId", p.rev, p.hidden_at is null and ${visibleContentSql('$2', 'p.author_id')} as "isVisible",
    p.shared_post_id is not null and p.content = '' as "isPlainShare",
    exists (select from pinned_posts where member_id = $2 and post_id = p.id) as "isPinned"
  from posts p where p.id = $1 for update of p`

export const createPostgresPinRepository = (pool: PostgresPool): PinRepository => ({
  set: (pin) =>
    withQueuedPostgresTransaction(pool, [pin.postId], async (tx) => {
      await requireActiveMember(createPostgresMemberReadModel(tx), pin.by)
      const { rows } = await tx.query<PinnablePost>(LOCK_PINNABLE_POST, [pin.postId, pin.by._id])
      const plan = planPostPin(rows[0], pin)
      if (!plan) return
      await storePin(tx, pin)
      await tx.query('update posts set rev = $2 where id = $1', [pin.postId, plan.rev])
      await appendToPostgresOutbox(tx, plan.event)
    }),

  async findByUsername(username) {
    const { rows } = await pool.query<Pick<PinnedPostsTable, 'post_id'>>({
      name: 'pinned-post',
      text: `select post_id from pinned_posts where member_id = (
               select m.id from members m where ${memberByUsernameSql('m', '$1')} order by m.username = $1 desc limit 1)`,
      values: [username.toLowerCase()],
    })
    return rows[0]?.post_id
  },
})

const storePin = (tx: Queryable, { postId, by, isPinned, at }: PostPin) =>
  isPinned
    ? tx.query(
        `insert into pinned_posts (member_id, post_id, pinned_at) values ($1, $2, $3)
         on conflict (member_id) do update set post_id = excluded.post_id, pinned_at = excluded.pinned_at`,
        [by._id, postId, at],
      )
    : tx.query('delete from pinned_posts where member_id = $1 and post_id = $2', [by._id, postId])
