import type { DeadLetter, Delivery } from '../bus/bus.ts'

/** How far a group is behind in a topic, and since when its next event has waited for it. */
export type ConsumerLag = { group: string; topic: string; lag: number; oldest?: Date }

/** A dead letter and where it is kept. */
export type StoredDeadLetter = { offset: string; deadLetter: DeadLetter }

/** What one who keeps the product running sees of the bus, and does about it. */
export type BusOperator = AsyncDisposable & {
  /** Every group and topic that has ever been read, by group. */
  lag(): Promise<ConsumerLag[]>
  /** The dead letters of a topic, or of all, in the order in which they died. */
  deadLetters(topic?: string): Promise<StoredDeadLetter[]>
  /**
   * Takes letters off the dead ones and brings each to the consumer that refused it, and to nobody else: all in one
   * step. Answers how many; a letter that somebody else has taken meanwhile does not count.
   */
  replay(letters: readonly StoredDeadLetter[]): Promise<number>
  /** What comes on these topics from now on, until `signal` is aborted. @throws when the bus is lost */
  tail(topics: readonly string[], signal: AbortSignal): AsyncIterable<Delivery>
}
