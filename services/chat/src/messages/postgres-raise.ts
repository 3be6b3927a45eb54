import type { Queryable } from '@meadow/storage'
import type { LockedConversation } from '../conversations/conversation.ts'

const RAISE = `
  with shown as (
    select m.id, row_number() over (order by m.seq) as place from messages m
    where m.conversation_id = $1 and (m.id = $3 or (m.reply_to = $2 and m.deleted_at is null))
  ), raised as (
    update messages m set rev = c.rev + shown.place
    from shown, conversations c where m.id = shown.id and c.id = $1 returning 1
  )
  update conversations set rev = rev + (select count(*) from raised) where id = $1`

/**
 * Gives each message that quotes `changed`, and the one above it in its thread where that has changed too, a `rev` of its
 * own: who asks what changed hears of them. Before `moveConversation`.
 */
export async function raiseShowing(
  tx: Queryable,
  { _id }: Pick<LockedConversation, '_id'>,
  changed: { _id: string; threadId?: string | null },
): Promise<void> {
  await tx.query({ name: 'raise-showing', text: RAISE, values: [_id, changed._id, changed.threadId ?? null] })
}
