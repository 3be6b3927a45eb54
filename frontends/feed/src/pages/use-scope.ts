import type { SessionUser } from '@meadow/contracts'
import { FEW_FOLLOWS } from '@meadow/contracts/limits'
import { useSession } from '@meadow/web'
import { keys, type Scope } from '../cache/keys.ts'
import { useKept } from '../cache/use-kept.ts'

/** Which posts the feed shows: chosen per visit, so that it does not change under the reader's eyes. */
export function useScope(): Scope {
  const { user } = useSession()
  return useKept(keys.scope, () => scopeFor(user))
}

/** Who follows few sees everybody. */
export const scopeFor = (user: Pick<SessionUser, 'following'> | undefined): Scope =>
  (user?.following.length ?? 0) < FEW_FOLLOWS ? 'all' : 'following'
