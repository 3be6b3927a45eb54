/** The failures that may become dead letters among {@link FAILURE_WINDOW_EVENTS} of a consumer group, and of each type in it. */
export const MAX_FAILURES = 20
export const FAILURE_WINDOW_EVENTS = 100

/**
 * Returns true if one more failure would be more than 20 among the last 100 events. `eventsSinceFailures` is the number of events
 * from the 20th last failure to the one that fails now, both included; it is undefined if there were fewer failures.
 */
export const isFailureLimitReached = (eventsSinceFailures: number | undefined): boolean =>
  eventsSinceFailures !== undefined && eventsSinceFailures <= FAILURE_WINDOW_EVENTS

/** Thrown instead of making an event a dead letter, so that the bus delivers it again. The cause is the failure. */
export class FailureLimitError extends Error {
  override name = 'FailureLimitError'
}
