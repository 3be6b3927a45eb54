import type { Queryable } from '@meadow/storage'
import type { LockedConversation } from '../conversations/conversation.ts'

const BUMP_RELATED_REVISIONS = `
  with related as (
    select m.id, row_number() over (order by m.seq) as offset_in_order from messages m
    where m.conversation_id = $1 and (m.id = $3 or (m.reply_to = $2 and m.deleted_at is null))
  ), bumped as (
    update messages m set rev = c.rev + related.offset_in_order
    from related, conversations c where m.id = related.id and c.id = $1 returning 1
  )
  update conversations set rev = rev + (select count(*) from bumped) where id = $1`

/**
 * Gives a new `rev` to each message that shows the changed one: the replies that quote it, and the root of its thread if
 * `threadId` is given. Call it before `applyConversationChange`.
 */
export async function bumpRelatedRevisions(
  tx: Queryable,
  { _id }: Pick<LockedConversation, '_id'>,
  changed: { _id: string; threadId?: string | null },
): Promise<void> {
  const values = [_id, changed._id, changed.threadId ?? null]
  await tx.query({ name: 'bump-related-revisions', text: BUMP_RELATED_REVISIONS, values })
}
