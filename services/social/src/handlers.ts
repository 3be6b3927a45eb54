import { events } from '@meadow/contracts'
import type { Handler } from '@meadow/events'
import { type Members, memberHandlers, type Telling, tellAgain } from '@meadow/members'
import { onMemberErased } from './profiles/on-member-erased.ts'
import { onAccountTold, onMemberRegistered } from './profiles/on-member-registered.ts'
import { postCountHandlers } from './profiles/on-posts.ts'
import type { PostCounts } from './profiles/post-counts.ts'
import type { ProfileRepository } from './profiles/profile-repository.ts'

export type Bound = { members: Members; profiles: ProfileRepository; postCounts: PostCounts; telling: Telling }

/** What auth says about accounts; the graph is our own, and our word about it comes back to us only as an echo. */
const ACCOUNTS: readonly string[] = [
  events.memberRegistered.type,
  events.memberDeactivated.type,
  events.memberReactivated.type,
  events.memberErased.type,
  events.accountTold.type,
]

export const handlers: Handler<Bound>[] = [
  ...memberHandlers.filter(({ definition }) => ACCOUNTS.includes(definition.type)),
  onMemberRegistered,
  onAccountTold,
  onMemberErased,
  tellAgain('social'),
  ...postCountHandlers,
]
