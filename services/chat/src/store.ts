import { postgresOutbox, postgresStore } from '@meadow/events'
import { postgresRemovals, removeLater } from '@meadow/media'
import { postgresMembers } from '@meadow/members'
import type { Postgres } from '@meadow/storage'
import { postgresConversations } from './conversations/postgres-conversation-repository.ts'
import { postgresMutuals } from './members/postgres-mutuals.ts'
import { postgresRelations } from './members/postgres-relations.ts'
import { postgresDeletions } from './messages/postgres-delete-message.ts'
import { postgresEdits } from './messages/postgres-edit-message.ts'
import { postgresMessages } from './messages/postgres-message-repository.ts'
import { postgresPartners } from './presence/postgres-partners.ts'
import { postgresReactions } from './reactions/postgres-reaction-repository.ts'
import { postgresReading } from './reading/postgres-reading-repository.ts'
import { postgresMessageSearch } from './search/postgres-message-search.ts'
import { postgresThreads } from './threads/postgres-thread-repository.ts'

/** All that this service keeps in PostgreSQL, by port. */
export const postgresPorts = (pool: Postgres) => ({
  members: postgresMembers(pool),
  relations: postgresRelations(pool),
  mutuals: postgresMutuals(pool),
  partners: postgresPartners(pool),
  conversations: postgresConversations(pool),
  messages: postgresMessages(pool),
  edits: postgresEdits(pool),
  deletions: postgresDeletions(pool),
  reactions: postgresReactions(pool),
  threads: postgresThreads(pool),
  search: postgresMessageSearch(pool),
  reading: postgresReading(pool),
  removals: postgresRemovals(pool),
  removeLater: (paths: readonly string[], due: Date) => removeLater(pool, paths, due),
  outbox: postgresOutbox(pool),
  store: postgresStore(pool, (tx) => ({ members: postgresMembers(tx) })),
  ping: () => pool.query('select 1'),
})
