/** The events that a backup of the stores needs from the bus. */
export type BusBackup = AsyncDisposable & {
  /**
   * Stores how far all consumers are, before the snapshots of their stores. While the relays pause. Returns false if this bus
   * cannot be read and events are still to be handled.
   */
  prepare(): Promise<boolean>
  /** Begins to read as of now, after the snapshots of the stores, before the relays continue. */
  snapshot(): Promise<void>
  /**
   * Reads the events that not every consumer had handled, and the dead letters, as messages of the bus.
   */
  readLines(): AsyncIterable<string[]>
}
