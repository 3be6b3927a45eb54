import type { SessionUser } from '@meadow/contracts'
import { memberStorage } from '../page/member-storage.ts'

/** Its number goes up when screens need more of a member than was kept before. */
const KEY = 'me:1'

/** The member of this id as the server described them last, when they were signed in here. */
export function readKnownMember(userId: string | null): SessionUser | undefined {
  const kept = memberStorage.read(KEY)
  if (kept === null) return undefined
  try {
    const user: SessionUser = JSON.parse(kept)
    return user._id === userId ? user : undefined
  } catch {
    return undefined
  }
}

export function keepKnownMember(user: SessionUser): void {
  memberStorage.write(KEY, JSON.stringify(user))
}

export function forgetKnownMember(): void {
  memberStorage.remove(KEY)
}
