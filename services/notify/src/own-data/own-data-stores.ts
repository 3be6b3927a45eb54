import { createPostgresOwnDataReader } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

/** Creates the reader of what notify holds about a member. */
export const createPostgresNotifyData = (db: Queryable) =>
  createPostgresOwnDataReader(db, {
    notifications: { from: 'notifications where member_id = $1 and actor_count > 0', since: 'created_at' },
    pushSubscriptions: { from: 'push_subscriptions where member_id = $1', since: 'created_at' },
    notificationPreferences: { from: 'preferences where member_id = $1' },
  })
