export const HOUR_MS = 3_600_000

/** A clock that only the test moves. */
export type TestClock = {
  now(): Date
  advance(ms: number): void
}

/**
 * Creates a clock. With `stepMs` every reading is that much later than the one before, so that events in a row have
 * different times.
 */
export function createTestClock({
  startsAt = new Date(),
  stepMs = 0,
}: {
  startsAt?: Date
  stepMs?: number
} = {}): TestClock {
  let time = startsAt.getTime()
  return {
    now() {
      time += stepMs
      return new Date(time)
    },
    advance(ms) {
      time += ms
    },
  }
}
