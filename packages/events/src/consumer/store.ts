/** The notes of a store about what its consumers have handled, inside a transaction of that store. */
export type Inbox = {
  /** Notes these ids; answers those that were not there yet. */
  insertNew(consumer: string, ids: readonly string[]): Promise<Set<string>>
  /** Removes some of the notes that are so old that no repeat can come any more; answers whether there may be others. */
  deleteExpired(): Promise<boolean>
}

/** Where effects are kept. `Bound` are a service's ports as this transaction sees them. */
export type ConsumerStore<Bound> = {
  /** All that `work` does is kept, with its notes in the inbox, or nothing. It may run again after a deadlock. */
  transaction<T>(work: (bound: Bound, inbox: Inbox) => Promise<T>): Promise<T>
}
