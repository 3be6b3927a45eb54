import type { SessionUser } from '@meadow/contracts'
import { FEW_FOLLOWS } from '@meadow/contracts/limits'
import { type Scope, useKept } from '@meadow/features'
import { useSession } from '@meadow/web'
import { feedKeys } from '../cache/keys.ts'

/** Which posts the feed shows: chosen per visit, so that it does not change under the reader's eyes. */
export function useScope(): Scope {
  const { user } = useSession()
  return useKept(feedKeys.scope, () => scopeFor(user))
}

/** Who follows few sees everybody. */
export const scopeFor = (user: Pick<SessionUser, 'following'> | undefined): Scope =>
  (user?.following.length ?? 0) < FEW_FOLLOWS ? 'all' : 'following'
