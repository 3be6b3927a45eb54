import type { ClientKey } from '@meadow/service'

/** The client keys of a service, each with the id of the entity that was created under it. */
export type ClientKeyStore = {
  /**
   * Claims a client key for the entity `id`, in the transaction that creates the entity. A concurrent claim of the same
   * key waits for that transaction. Returns the id of the entity that an earlier call created under this key; then there is
   * nothing to create.
   * @throws key_reused if the earlier call had another body
   */
  claim(key: ClientKey, id: string): Promise<string | undefined>
  /** Deletes a batch of keys that were claimed before `before`. Returns true if there may be more. */
  deleteExpired(before: Date): Promise<boolean>
}
