import { expect, it } from '@jest/globals'
import { createComparisonRow, createRangeRow } from '../src/measure/report.ts'
import { isTargetReached } from '../src/results/target.ts'

it.each([
  ['<= 2', true],
  ['<= 1.9', false],
  ['< 2', false],
  ['>= 2', true],
  ['> 2', false],
])('compares the median ratio with a target without a unit: %s is %s', (target, isReached) => {
  expect(isTargetReached(createComparisonRow('p50', [10, 20, 90], [10, 10, 10], target))).toBe(isReached)
})

it.each([
  ['<= 25 ms', true],
  ['<= 15 ms', false],
  ['>= 10,000 a second', false],
  ['< 20.5 MiB', true],
])('compares our own figure with a target that has a unit: %s is %s', (target, isReached) => {
  expect(isTargetReached(createComparisonRow('p50', [10, 20, 90], [10, 10, 10], target))).toBe(isReached)
})

it('compares our own figure if there is no baseline, or one of zero', () => {
  expect(isTargetReached(createRangeRow('start', [3], '<= 4'))).toBe(true)
  expect(isTargetReached(createComparisonRow('shifts', [0.5], [0], '<= 0.1'))).toBe(false)
})

it.each(['', 'flat'])('knows no result without a target in numbers: %p', (target) => {
  expect(isTargetReached(createRangeRow('elements', [3], target))).toBeUndefined()
})
