import type { SessionUser } from '@meadow/contracts'
import { FEW_FOLLOWS } from '@meadow/contracts/limits'
import { type FeedScope, useCachedState } from '@meadow/features'
import { useSession } from '@meadow/web'
import { feedKeys } from '../cache/keys.ts'

/** Which posts the feed shows: chosen per visit, so that it does not change under the reader's eyes. */
export function useScope(): FeedScope {
  const { user } = useSession()
  return useCachedState(feedKeys.scope, () => scopeFor(user))
}

/** Who follows few sees everybody. */
export const scopeFor = (user: Pick<SessionUser, 'following'> | undefined): FeedScope =>
  (user?.following.length ?? 0) < FEW_FOLLOWS ? 'all' : 'following'
