import type { SessionUser } from '@meadow/contracts'
import { MIN_FOLLOWS_FOR_FOLLOWING_FEED } from '@meadow/contracts/limits'
import { type FeedScope, useCachedState } from '@meadow/features'
import { useSession } from '@meadow/web'
import { feedQueryKeys } from '../cache/feed-query-keys.ts'

/** Which posts the feed shows: chosen per visit, so that it does not change under the reader's eyes. */
export function useFeedScope(): FeedScope {
  const { user } = useSession()
  return useCachedState(feedQueryKeys.scope, () => chooseFeedScope(user))
}

/** Who follows few sees everybody. */
export const chooseFeedScope = (user: Pick<SessionUser, 'following'> | undefined): FeedScope =>
  (user?.following.length ?? 0) < MIN_FOLLOWS_FOR_FOLLOWING_FEED ? 'all' : 'following'
