import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { shownMessageSql } from '../messages/hidden-message-sql.ts'
import type { StoreMessageStar } from './star-message.ts'

/** Finds the message of a direct conversation of the member. */
const FIND_MESSAGE = `
  select msg.id, msg.conversation_id from messages msg
  join conversation_members m on m.conversation_id = msg.conversation_id and m.member_id = $2 and m.other_id is not null
  where msg.id = $1`

/** The lock waits for a deletion of the message, which removes its stars. */
const ADD_STAR = `
  with message as (
    ${FIND_MESSAGE} and msg.deleted_at is null and msg.message_type <> 'system' and ${shownMessageSql('msg', '$2')}
    for share of msg
  ), added as (
    insert into message_stars (message_id, member_id, conversation_id, starred_at)
    select id, $2, conversation_id, $3 from message
    on conflict do nothing
  )
  select 1 from message`

const REMOVE_STAR = `
  with message as (${FIND_MESSAGE}), removed as (
    delete from message_stars where message_id = $1 and member_id = $2
  )
  select 1 from message`

/** Creates `StoreMessageStar` on PostgreSQL. */
export const createPostgresMessageStars =
  (db: Queryable): StoreMessageStar =>
  async ({ messageId, memberId, isStarred, at }) => {
    const { rowCount } = isStarred
      ? await db.query({ name: 'add-message-star', text: ADD_STAR, values: [messageId, memberId, at] })
      : await db.query({ name: 'remove-message-star', text: REMOVE_STAR, values: [messageId, memberId] })
    if (!rowCount) throw new DomainError('message_not_found')
  }
