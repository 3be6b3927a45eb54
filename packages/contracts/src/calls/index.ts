import type { CallsByKey } from '../define-call.ts'
import * as account from './account.ts'
import * as bookmarks from './bookmarks.ts'
import * as comments from './comments.ts'
import * as counts from './counts.ts'
import * as discover from './discover.ts'
import * as drafts from './drafts.ts'
import * as groups from './groups.ts'
import * as health from './health.ts'
import * as legal from './legal.ts'
import * as media from './media.ts'
import * as members from './members.ts'
import * as messageDrafts from './message-drafts.ts'
import * as messages from './messages.ts'
import * as muting from './muting.ts'
import * as notifications from './notifications.ts'
import * as oauth from './oauth.ts'
import * as ownData from './own-data.ts'
import * as panels from './panels.ts'
import * as passkeys from './passkeys.ts'
import * as passwords from './passwords.ts'
import * as pins from './pins.ts'
import * as postEdits from './post-edits.ts'
import * as posts from './posts.ts'
import * as privacy from './privacy.ts'
import * as push from './push.ts'
import * as readingPosition from './reading-position.ts'
import * as reauthentication from './reauthentication.ts'
import * as refusals from './refusals.ts'
import * as registration from './registration.ts'
import * as reports from './reports.ts'
import * as roles from './roles.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as shares from './shares.ts'
import * as tags from './tags.ts'
import * as views from './views.ts'

/** Every call of the product, by name. */
export const calls = {
  ...registration,
  ...refusals,
  ...sessions,
  ...passwords,
  ...reauthentication,
  ...secondFactor,
  ...passkeys,
  ...account,
  ...oauth,
  ...roles,
  ...members,
  ...privacy,
  ...pins,
  ...posts,
  ...views,
  ...counts,
  ...panels,
  ...comments,
  ...search,
  ...tags,
  ...postEdits,
  ...shares,
  ...bookmarks,
  ...drafts,
  ...discover,
  ...readingPosition,
  ...muting,
  ...notifications,
  ...push,
  ...messageDrafts,
  ...messages,
  ...groups,
  ...media,
  ...reports,
  ...ownData,
  ...legal,
  ...health,
}

/** Every call as the browser's client sees it, by method and path. */
export type Calls = CallsByKey<typeof calls>
