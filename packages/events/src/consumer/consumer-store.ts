/** The ids of the events that the consumers of a store have handled, as one transaction sees them. */
export type Inbox = {
  /** Inserts ids for a consumer. Returns those that were not in the inbox before. */
  insertNew(consumer: string, ids: readonly string[]): Promise<Set<string>>
  /** Deletes a batch of ids that are older than any repeat. Returns true if there may be more. */
  deleteExpired(): Promise<boolean>
}

/** The store of a consumer's effects. `Bound` are the ports of the service, bound to one transaction. */
export type ConsumerStore<Bound> = {
  /** Runs `work` in one transaction with the inbox. `work` may run again after a write conflict. */
  transaction<T>(work: (bound: Bound, inbox: Inbox) => Promise<T>): Promise<T>
}
