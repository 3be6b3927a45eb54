import { createPostgresOwnDataReader } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

/** Creates the reader of what auth holds about a member. */
export const createPostgresAuthData = (db: Queryable) =>
  createPostgresOwnDataReader(db, {
    account: { from: 'accounts where id = $1', since: 'created_at' },
    sessions: { from: 'sessions where account_id = $1', since: 'created_at' },
    devices: { from: 'known_devices where account_id = $1' },
    mails: { from: 'mails where account_id = $1', since: 'requested_at' },
  })
