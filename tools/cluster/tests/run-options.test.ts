import { expect, test } from '@jest/globals'
import { parseRunOptions } from '../src/run-options.ts'

test('a run has all checks, or those that are named', () => {
  expect(parseRunOptions([])).toMatchObject({ only: [], minutes: 2, reuse: false })
  expect(parseRunOptions(['--only', 'updates,drain'])).toMatchObject({ only: ['updates', 'drain'] })
  expect(parseRunOptions(['--only', 'journey', '--reuse'])).toMatchObject({ only: ['journey'], reuse: true })
})

test.each([
  [['--only', 'update'], "There is no check 'update'"],
  [['--minutes', 'two'], '--seed and --minutes must be numbers'],
  [['--reuse'], 'the others need a new product'],
  [['--reuse', '--only', 'journey,drain'], 'the others need a new product'],
])('%p is refused', (args, message) => {
  expect(() => parseRunOptions(args)).toThrow(message)
})
