import { postgresOutbox, postgresStore } from '@meadow/events'
import { postgresMembers } from '@meadow/members'
import type { Postgres } from '@meadow/storage'
import { postgresDirectory } from './directory/postgres-directory.ts'
import { graphTelling } from './follows/graph-telling.ts'
import { postgresFollowLists } from './follows/postgres-follow-lists.ts'
import { postgresFollows } from './follows/postgres-follow-repository.ts'
import { postgresPostCounts } from './profiles/postgres-post-counts.ts'
import { postgresProfileEdits } from './profiles/postgres-profile-edits.ts'
import { postgresProfiles } from './profiles/postgres-profile-repository.ts'
import { postgresSuggestions } from './suggestions/postgres-suggestions.ts'

/** All that this service keeps in PostgreSQL, by port. */
export const postgresPorts = (pool: Postgres) => ({
  members: postgresMembers(pool),
  profiles: postgresProfiles(pool),
  profileEdits: postgresProfileEdits(pool),
  directory: postgresDirectory(pool),
  follows: postgresFollows(pool),
  followLists: postgresFollowLists(pool),
  suggestions: postgresSuggestions(pool),
  outbox: postgresOutbox(pool),
  store: postgresStore(pool, (tx) => ({
    members: postgresMembers(tx),
    profiles: postgresProfiles(tx),
    postCounts: postgresPostCounts(tx),
    telling: graphTelling(tx),
  })),
  ping: () => pool.query('select 1'),
})
