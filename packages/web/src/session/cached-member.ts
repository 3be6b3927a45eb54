import type { SessionUser } from '@meadow/contracts'
import { memberStorage } from '../page/member-storage.ts'

/** Its number goes up when screens need more of a member than was kept before. */
const CACHE_KEY = 'me:1'

/** The member of this id as the server described them last, when they were signed in here. */
export function readCachedMember(userId: string | null): SessionUser | undefined {
  const kept = memberStorage.read(CACHE_KEY)
  if (kept === null) return undefined
  try {
    const user: SessionUser = JSON.parse(kept)
    return user._id === userId ? user : undefined
  } catch {
    return undefined
  }
}

export function cacheMember(user: SessionUser): void {
  memberStorage.write(CACHE_KEY, JSON.stringify(user))
}

export function removeCachedMember(): void {
  memberStorage.remove(CACHE_KEY)
}
