import { postgresOutbox, postgresStore } from '@meadow/events'
import { postgresMembers } from '@meadow/members'
import type { Postgres } from '@meadow/storage'
import { postgresActs } from './acts/postgres-acts.ts'
import { postgresKnown } from './acts/postgres-known.ts'
import { postgresNotifications } from './notifications/postgres-notification-repository.ts'
import { postgresPreferences } from './preferences/postgres-preferences.ts'

/** All that this service keeps in PostgreSQL, by port. */
export const postgresPorts = (pool: Postgres) => ({
  notifications: postgresNotifications(pool),
  preferences: postgresPreferences(pool),
  outbox: postgresOutbox(pool),
  store: postgresStore(pool, (tx) => ({
    members: postgresMembers(tx),
    known: postgresKnown(tx),
    acts: postgresActs(tx),
  })),
  ping: () => pool.query('select 1'),
})
