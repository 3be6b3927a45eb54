import type { StoredVapidKeys, VapidKey } from './vapid-key.ts'

/** `put` adds keys and replaces stored ones with the same public key. */
export type VapidKeyChange = { put?: VapidKey[]; removedKeys?: string[] }

/** Stores the VAPID keys. */
export type VapidKeyStore = {
  read(): Promise<StoredVapidKeys>
  /**
   * Locks the keys against other changes, calls `decide` and stores the change. Returns the keys after it. `decide` must
   * have no effects, because it can be called again. A key that a subscription uses is not removed.
   */
  change(decide: (stored: StoredVapidKeys) => VapidKeyChange): Promise<StoredVapidKeys>
}
