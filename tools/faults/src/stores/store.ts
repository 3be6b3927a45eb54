/** What each service keeps beside its own, on whatever engine: to look behind its answers. */
export type Store = {
  /** How many events wait in its outbox. */
  waiting(): Promise<number>
  /** How many of these events it has handled, by the name of its consumer. */
  handled(consumer: string, eventIds: string[]): Promise<number>
  /** Ids of the members that it knows, and who follows whom. */
  members(): Promise<string[]>
  follows(): Promise<string[]>
}
