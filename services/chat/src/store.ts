import { postgresOutbox, postgresStore } from '@meadow/events'
import { postgresMembers } from '@meadow/members'
import type { Postgres } from '@meadow/storage'
import { postgresConversations } from './conversations/postgres-conversation-repository.ts'
import { postgresMutuals } from './members/postgres-mutuals.ts'
import { postgresRelations } from './members/postgres-relations.ts'
import { postgresMessages } from './messages/postgres-message-repository.ts'
import { postgresPartners } from './presence/postgres-partners.ts'
import { postgresReading } from './reading/postgres-reading-repository.ts'

/** All that this service keeps in PostgreSQL, by port. */
export const postgresPorts = (pool: Postgres) => ({
  members: postgresMembers(pool),
  relations: postgresRelations(pool),
  mutuals: postgresMutuals(pool),
  partners: postgresPartners(pool),
  conversations: postgresConversations(pool),
  messages: postgresMessages(pool),
  reading: postgresReading(pool),
  outbox: postgresOutbox(pool),
  store: postgresStore(pool, (tx) => ({ members: postgresMembers(tx) })),
  ping: () => pool.query('select 1'),
})
