import type { CallsByKey } from '../define-call.ts'
import * as auth from './auth.ts'
import * as health from './health.ts'
import * as media from './media.ts'
import * as members from './members.ts'
import * as messages from './messages.ts'
import * as notifications from './notifications.ts'
import * as ownData from './own-data.ts'
import * as posts from './posts.ts'
import * as privacy from './privacy.ts'
import * as push from './push.ts'
import * as reports from './reports.ts'

/** Every call of the product, by name. */
export const calls = {
  ...auth,
  ...members,
  ...privacy,
  ...posts,
  ...notifications,
  ...push,
  ...messages,
  ...media,
  ...reports,
  ...ownData,
  ...health,
}

/** Every call as the browser's client sees it, by method and path. */
export type Calls = CallsByKey<typeof calls>
