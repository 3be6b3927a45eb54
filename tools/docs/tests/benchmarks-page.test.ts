import { expect, it } from '@jest/globals'
import { createComparisonRow, createRangeRow } from '../../bench/src/measure/report.ts'
import type { RecordedResults } from '../../bench/src/results/recorded-results.ts'
import { renderBenchmarkTargets } from '../src/pages/benchmarks.ts'

const RECORDED: RecordedResults = {
  home: {
    bench: 'home',
    at: '2026-01-31T12:00:00.000Z',
    seconds: 61,
    machine: { cpu: 'any', cores: 2, node: '24', postgres: '18' },
    conditions: { loadAverage: { before: 0.1, highest: 2, after: 1 }, othersShare: 0.012, stolenShare: 0 },
    rows: [
      { ...createComparisonRow('p50', [1_234, 6], [2, 3], '<= 2'), isReached: false },
      { ...createRangeRow('stall', [3.456], '<= 25 ms'), isReached: true },
      createRangeRow('p99', [9], ''),
    ],
  },
}

/** Removes the spaces that align the columns of tables. */
const removePadding = (text: string) => text.replaceAll(/ +\|/g, ' |').split('\n')

it('lists the targets of recorded benchmarks, their runs, and what is not recorded', () => {
  const lines = removePadding(renderBenchmarkTargets(RECORDED, ['home', 'mix']))
  expect(lines.filter((line) => /^\| (?:\[?home)/.test(line))).toEqual([
    '| [home](#home) | p50 | 1,234 | 3 | 617 (2..617) | <= 2 | **missed** |',
    '| [home](#home) | stall | 3.46 | | | <= 25 ms | met |',
    '| home | 2026-01-31 | 2 min | 2 cores, any | 24, 18 | 0.1, 2, 1 | 1.2 % | 0 % |',
  ])
  expect(lines.at(-1)).toBe('Not recorded yet: `mix`.')
})
