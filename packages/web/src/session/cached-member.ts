import type { SessionUser } from '@meadow/contracts/browser'
import { memberStorage } from '../page/member-storage.ts'

/** Raise the number when screens need fields that older caches do not have. */
const CACHE_KEY = 'me:1'

/** Returns the member as the server last described them, if this browser has cached them. */
export function readCachedMember(userId: string | null): SessionUser | undefined {
  const cached = memberStorage.read(userId, CACHE_KEY)
  if (cached === null) return undefined
  try {
    return JSON.parse(cached) as SessionUser
  } catch {
    return undefined
  }
}

export function cacheMember(user: SessionUser): void {
  memberStorage.write(user._id, CACHE_KEY, JSON.stringify(user))
}

export function removeCachedMember(userId: string | null): void {
  memberStorage.remove(userId, CACHE_KEY)
}
