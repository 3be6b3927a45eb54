import { createPostgresOwnDataReader } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

/** Creates the reader of what notify holds about a member. */
export const createPostgresNotifyData = (db: Queryable) =>
  createPostgresOwnDataReader(db, {
    notifications: {
      from: 'notifications where member_id = $1 and actor_count > 0',
      since: 'created_at',
      key: 'id',
      select:
        'type, kind, rule, post_id as "postId", actor_count as people, is_read as "isRead", created_at as "createdAt", updated_at as "updatedAt"',
    },
    pushSubscriptions: {
      from: 'push_subscriptions where member_id = $1',
      since: 'created_at',
      key: 'id',
      select: `substring(endpoint from '^https?://([^/]+)') as "pushService", created_at as "createdAt",
        last_success_at as "lastSuccessAt"`, // the whole endpoint is a secret of the browser
    },
    notificationPreferences: {
      from: 'preferences where member_id = $1',
      key: 'type',
      select: 'type, in_app as "inApp", push, from_whom as "fromWhom"',
    },
  })
