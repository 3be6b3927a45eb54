import { createPostgresOwnDataReader } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

/** Creates the reader of what social holds about a member. */
export const createPostgresSocialData = (db: Queryable) =>
  createPostgresOwnDataReader(db, {
    profile: { from: 'profiles where member_id = $1', since: 'created_at' },
    formerUsernames: { from: 'former_usernames where member_id = $1' },
    follows: { from: 'follows where from_id = $1 and active', since: 'at' },
    followers: { from: 'follows where to_id = $1 and active', since: 'at' },
    followRequests: { from: 'follow_requests where from_id = $1', since: 'at' },
    blocks: { from: 'blocks where from_id = $1 and active', since: 'at' },
    mutes: { from: 'mutes where from_id = $1 and active', since: 'at' },
    privacyExceptions: { from: 'privacy_exceptions where from_id = $1 and active', since: 'at' },
    reports: { from: 'reports where reporter_id = $1', since: 'created_at' },
    dismissedSuggestions: { from: 'dismissed_suggestions where member_id = $1', since: 'dismissed_at' },
  })
