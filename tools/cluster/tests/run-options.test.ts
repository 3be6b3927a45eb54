import { expect, test } from '@jest/globals'
import { parseRunOptions } from '../src/run-options.ts'

test('a run has all checks, or those that are named', () => {
  expect(parseRunOptions([])).toMatchObject({ only: [], minutes: 2, reuse: false })
  expect(parseRunOptions(['--only', 'updates,drain', '--reuse'])).toMatchObject({
    only: ['updates', 'drain'],
    reuse: true,
  })
})

test.each([
  [['--only', 'update'], "There is no check 'update'"],
  [['--minutes', 'two'], '--seed and --minutes must be numbers'],
])('%p is refused', (args, message) => {
  expect(() => parseRunOptions(args)).toThrow(message)
})
