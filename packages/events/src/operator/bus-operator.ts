import type { DeadLetter, Delivery } from '../bus/bus.ts'

/** The number of events that a consumer group has not handled in a topic, and the time of the oldest of them. */
export type ConsumerLag = { group: string; topic: string; lag: number; oldest?: Date }

/** A dead letter and its offset in the topic of dead letters. */
export type StoredDeadLetter = { offset: string; deadLetter: DeadLetter }

/** Operations on the bus for the operators of an installation. */
export type BusOperator = AsyncDisposable & {
  /** Lists the lag of every group in every topic that it has subscribed to, sorted by group. */
  lag(): Promise<ConsumerLag[]>
  /**
   * Reads the dead letters of a topic, or of one topic after the other, by pages of a few hundred, oldest first. Those that are
   * stored meanwhile are left out, so the pages may be replayed while they are read.
   */
  readDeadLetterPages(topic?: string): AsyncIterable<StoredDeadLetter[]>
  /**
   * Removes dead letters and delivers each again to the consumer that rejected it, and to no other, in one transaction.
   * A consumer handles a dead letter once, even if it is replayed again. Returns the number of replayed dead letters; those
   * that another operator has replayed meanwhile are not counted.
   */
  replay(deadLetters: readonly StoredDeadLetter[]): Promise<number>
  /** Yields new events of these topics until `signal` is aborted. @throws when the connection to the bus is lost */
  tail(topics: readonly string[], signal: AbortSignal): AsyncIterable<Delivery>
}
