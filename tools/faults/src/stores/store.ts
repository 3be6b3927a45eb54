/** The data that every service stores, on either engine. */
export type ServiceStore = {
  /** Counts the events in the outbox. */
  waiting(): Promise<number>
  /** Counts which of these events are in the inbox of a consumer. */
  handled(consumer: string, eventIds: string[]): Promise<number>
  /** Lists the ids of the members of the read model. */
  members(): Promise<string[]>
  /** Lists the follows as `from to`. */
  follows(): Promise<string[]>
}
