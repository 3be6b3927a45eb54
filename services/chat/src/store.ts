import { postgresStore } from '@meadow/events'
import { postgresMembers } from '@meadow/members'
import type { Postgres } from '@meadow/storage'
import { postgresRelations } from './members/postgres-relations.ts'
import { postgresPartners } from './presence/postgres-partners.ts'

/** All that this service keeps in PostgreSQL, by port. */
export const postgresPorts = (pool: Postgres) => ({
  members: postgresMembers(pool),
  relations: postgresRelations(pool),
  partners: postgresPartners(pool),
  store: postgresStore(pool, (tx) => ({ members: postgresMembers(tx) })),
  ping: () => pool.query('select 1'),
})
