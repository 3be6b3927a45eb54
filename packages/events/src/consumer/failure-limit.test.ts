import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { FAILURE_WINDOW_EVENTS, isFailureLimitReached, MAX_FAILURES } from './failure-limit.ts'

/** Handles events as a consumer does; a failure beyond the limit ends it. Returns true for each failure. */
function handleUntilPaused(outcomes: readonly boolean[]): boolean[] {
  const failures: boolean[] = []
  for (const isFailure of outcomes) {
    const positions = failures.flatMap((failed, index) => (failed ? [index] : []))
    const since = positions.at(-MAX_FAILURES)
    const count = positions.length < MAX_FAILURES || since === undefined ? undefined : failures.length - since + 1
    if (isFailure && isFailureLimitReached(count)) break
    failures.push(isFailure)
  }
  return failures
}

const countMostFailures = (failures: readonly boolean[]) =>
  Math.max(0, ...failures.map((_, from) => failures.slice(from, from + FAILURE_WINDOW_EVENTS).filter(Boolean).length))

it('allows 20 failures, and no more, if every event fails', () => {
  expect(handleUntilPaused(Array(500).fill(true))).toHaveLength(20)
})

it('allows one failure in five events for ever', () => {
  const outcomes = Array.from({ length: 1_000 }, (_, index) => index % 5 === 0)
  expect(handleUntilPaused(outcomes)).toHaveLength(1_000)
})

it('never allows more than 20 failures among 100 events, and pauses for no less', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 400 }),
      fc.integer({ max: 60, min: 1 }),
      (rolls, percent) => {
        const outcomes = rolls.map((roll) => roll < percent)
        const handled = handleUntilPaused(outcomes)
        expect(countMostFailures(handled)).toBeLessThanOrEqual(MAX_FAILURES)
        if (handled.length < outcomes.length) expect(countMostFailures([...handled, true])).toBe(MAX_FAILURES + 1)
      },
    ),
    { numRuns: 200 },
  )
})
