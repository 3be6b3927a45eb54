import { browserStorage, type MemberKey } from './browser-storage.ts'

/** The key of the value that exists while the outbox of a member may hold unsent actions. */
export const OUTBOX_STORAGE_KEY = 'outbox'

/** Returns the stored key of a member's value, in local storage and in that of the tab. */
export const toMemberKey = (memberId: string, key: string): MemberKey => `member:${memberId}:${key}`

/**
 * Values of a member in local storage. They are removed when that member signs out, and when another one signs in
 * (`claimMemberStores`). Without a member nothing is stored.
 */
export const memberStorage = {
  read: (memberId: string | null | undefined, key: string): string | null =>
    memberId ? browserStorage.read(toMemberKey(memberId, key)) : null,
  write(memberId: string | null | undefined, key: string, value: string): void {
    if (memberId) browserStorage.write(toMemberKey(memberId, key), value)
  },
  remove(memberId: string | null | undefined, key: string): void {
    if (memberId) browserStorage.remove(toMemberKey(memberId, key))
  },
  /** Calls `listener` when another tab has changed the value, until `signal` aborts. */
  onChange(memberId: string, key: string, listener: () => void, signal: AbortSignal): void {
    const memberKey = toMemberKey(memberId, key)
    const onStorage = (event: StorageEvent) => {
      if (event.key === memberKey) listener()
    }
    addEventListener('storage', onStorage, { signal })
  },
}
