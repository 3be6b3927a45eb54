import { expect, it } from '@jest/globals'
import { createComparisonRow, createRangeRow, createSingleRow } from '../src/measure/report.ts'
import { listChanges } from '../src/results/changes.ts'

const ONES = [1, 1, 1]
const ratioRow = (ratios: number[], target = '') => createComparisonRow('us', ratios, ONES, target)

it('lists a ratio that has left the range of the recorded one', () => {
  const changes = listChanges([ratioRow([4, 5, 6])], [ratioRow([1, 2, 3])], false)
  expect(changes).toMatchObject([{ metric: 'us', recorded: { median: 2 }, now: { median: 5 }, verdict: 'changed' }])
})

it('does not list ratios whose ranges overlap, even in one value', () => {
  expect(listChanges([ratioRow([3, 5, 6])], [ratioRow([1, 2, 3])], true)).toEqual([])
})

it.each([
  ['<= 4', [4, 5, 6], 'worse'],
  ['<= 4', [0.1, 0.2, 0.3], 'better'],
  ['>= 4', [4, 5, 6], 'better'],
  ['>= 4', [0.1, 0.2, 0.3], 'worse'],
])('judges a change by the direction of the target: %s, now %p, is %s', (target, now, verdict) => {
  expect(listChanges([ratioRow(now, target)], [ratioRow([1, 2, 3], target)], true)).toMatchObject([{ verdict }])
})

it('compares our own figure only on the same machine, and only if there is no ratio', () => {
  const [slower, recorded] = [createRangeRow('start', [7, 8]), createRangeRow('start', [1, 2])]
  expect(listChanges([slower], [recorded], true)).toHaveLength(1)
  expect(listChanges([slower], [recorded], false)).toEqual([])
  const onSlowMachine = createComparisonRow('us', [100, 200], [50, 100], '')
  expect(listChanges([onSlowMachine], [ratioRow([2, 2])], true)).toEqual([])
})

it('does not judge figures that were measured once, and new metrics', () => {
  expect(listChanges([createSingleRow('INP', 100)], [createSingleRow('INP', 1)], true)).toEqual([])
  expect(listChanges([ratioRow([4, 5])], [], true)).toEqual([])
})
