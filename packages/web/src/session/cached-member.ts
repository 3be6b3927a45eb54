import type { SessionUser } from '@meadow/contracts/browser'
import { memberStorage } from '../page/member-storage.ts'

/** Raise the number when screens need fields that older caches do not have. */
const CACHE_KEY = 'me:1'

/** Returns the member as the server last described them, if the cache holds this id. */
export function readCachedMember(userId: string | null): SessionUser | undefined {
  const cached = memberStorage.read(CACHE_KEY)
  if (cached === null) return undefined
  try {
    const user: SessionUser = JSON.parse(cached)
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
