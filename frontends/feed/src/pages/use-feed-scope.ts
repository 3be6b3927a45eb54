import type { SessionUser } from '@meadow/contracts'
import { MIN_FOLLOWS_FOR_FOLLOWING_FEED } from '@meadow/contracts/limits'
import { type FeedScope, useCachedState } from '@meadow/features'
import { useSession } from '@meadow/web'
import { feedQueryKeys } from '../cache/feed-query-keys.ts'

/** Returns the scope of the feed. It is chosen once per visit and does not change while the member reads. */
export function useFeedScope(): FeedScope {
  const { user } = useSession()
  return useCachedState(feedQueryKeys.scope, () => chooseFeedScope(user))
}

/** Chooses 'all' for members who follow fewer than `MIN_FOLLOWS_FOR_FOLLOWING_FEED` others, else 'following'. */
export const chooseFeedScope = (user: Pick<SessionUser, 'following'> | undefined): FeedScope =>
  (user?.following.length ?? 0) < MIN_FOLLOWS_FOR_FOLLOWING_FEED ? 'all' : 'following'
