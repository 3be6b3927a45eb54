import { expect, test } from '@jest/globals'
import { parseRunOptions } from '../src/run-options.ts'

const parse = (...args: string[]) => parseRunOptions(['--context', 'kind-meadow', ...args])

test('a run has all checks, or those that are named', () => {
  expect(parse()).toMatchObject({ context: 'kind-meadow', load: '', only: [], minutes: 2, reuse: false })
  expect(parse('--load', 'kind load docker-image')).toMatchObject({ load: 'kind load docker-image' })
  expect(parse('--only', 'updates,drain')).toMatchObject({ only: ['updates', 'drain'] })
  expect(parse('--only', 'journey', '--reuse')).toMatchObject({ only: ['journey'], reuse: true })
})

test('a run without the name of a context is refused, so that it never uses the current one', () => {
  expect(() => parseRunOptions([])).toThrow('--context NAME must name the cluster')
})

test.each([
  [['--only', 'update'], "There is no check 'update'"],
  [['--minutes', 'two'], '--seed and --minutes must be numbers'],
  [['--reuse'], 'the others need a new product'],
  [['--reuse', '--only', 'journey,drain'], 'the others need a new product'],
])('%p is refused', (args, message) => {
  expect(() => parse(...args)).toThrow(message)
})
