import { createPostgresOwnDataReader } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

/** Creates the reader of what auth holds about a member. */
export const createPostgresAuthData = (db: Queryable) =>
  createPostgresOwnDataReader(db, {
    account: { from: 'accounts where id = $1', since: 'created_at' },
    formerUsernames: { from: 'former_usernames where account_id = $1' },
    sessions: { from: 'sessions where account_id = $1', since: 'created_at' },
    devices: { from: 'known_devices where account_id = $1' },
    providers: { from: 'oauth_identities where account_id = $1', since: 'connected_at' },
    invites: { from: 'invites where created_by = $1', since: 'created_at' },
    mails: { from: 'mails where account_id = $1', since: 'requested_at' },
  })
