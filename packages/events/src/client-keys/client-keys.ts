import type { ClientKey } from '@meadow/service'

/** The notes of a store about what was made under which client key. */
export type ClientKeyStore = {
  /**
   * Takes the key for what is made now, in the transaction that makes it; who comes at the same time waits for its end.
   * Answers the id of what was made under this key before: then there is nothing to make.
   * @throws key_reused when that was asked for in other words
   */
  claim(key: ClientKey, id: string): Promise<string | undefined>
  /** Removes some of the notes that are older than a day; answers whether there may be others. */
  deleteExpired(): Promise<boolean>
}
