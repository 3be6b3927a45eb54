import type { SigningKey } from './signing-key.ts'

/** The signing keys at a time of the store's clock, which is the same for all instances. */
export type StoredSigningKeys = { keys: SigningKey[]; time: Date }

/** `put` adds keys and replaces stored ones of the same id. */
export type SigningKeyChange = { put?: SigningKey[]; removedKids?: string[] }

/** Stores the signing keys. */
export type SigningKeyStore = {
  read(): Promise<StoredSigningKeys>
  /**
   * Locks the keys against other changes, calls `decide` and stores the change. Returns the keys after it. `decide` must
   * have no effects, because it can be called again.
   */
  change(decide: (stored: StoredSigningKeys) => Promise<SigningKeyChange>): Promise<StoredSigningKeys>
}
