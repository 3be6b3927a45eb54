import { describe, expect, it } from '@jest/globals'
import { listConditionProblems, type MachineSample, summarizeConditions } from '../src/results/conditions.ts'

const sample = (values: Partial<MachineSample>): MachineSample => ({
  busyUs: 0,
  stolenUs: 0,
  ownUs: 0,
  parents: new Map(),
  totalUs: 0,
  loadAverage: 0,
  ...values,
})

it('charges others with the processor time that is neither ours nor idle', () => {
  const conditions = summarizeConditions([
    sample({ busyUs: 1_000, ownUs: 500, totalUs: 10_000, loadAverage: 0.5 }),
    sample({ busyUs: 1_400, ownUs: 700, totalUs: 10_500, loadAverage: 3 }),
    sample({ busyUs: 1_900, ownUs: 1_150, totalUs: 11_000, stolenUs: 15, loadAverage: 2 }),
  ])
  expect(conditions).toEqual({
    loadAverage: { before: 0.5, highest: 3, after: 2 },
    othersShare: 0.25,
    stolenShare: 0.015,
  })
})

describe('the processor time of ended processes', () => {
  const [run, browser, tab] = [1, 20, 21]

  it('is left out, with that of others, if they ended with their parents: nobody knows it', () => {
    const parents = new Map([
      [run, 0],
      [browser, run],
      [tab, browser],
    ])
    const { othersShare } = summarizeConditions([
      sample({ parents }),
      sample({ parents, ownUs: 900, busyUs: 1_000, totalUs: 1_000 }),
      sample({ parents: new Map([[run, 0]]), ownUs: 1_000, busyUs: 1_900, totalUs: 2_000 }),
      sample({ parents: new Map([[run, 0]]), ownUs: 1_400, busyUs: 2_400, totalUs: 3_000 }),
    ])
    expect(othersShare).toBe(0.1)
  })

  it('leaves nothing known, and the run worthless, if some ended in each interval', () => {
    const parents = new Map([
      [browser, run],
      [tab, browser],
    ])
    const conditions = summarizeConditions([sample({ parents }), sample({ totalUs: 1_000 })])
    expect(listConditionProblems(conditions)).toHaveLength(1)
  })

  it('is counted if their parents are left: it is in theirs', () => {
    const { othersShare } = summarizeConditions([
      sample({
        parents: new Map([
          [run, 0],
          [browser, run],
        ]),
      }),
      sample({ parents: new Map([[run, 0]]), ownUs: 500, busyUs: 900, totalUs: 1_000 }),
    ])
    expect(othersShare).toBe(0.4)
  })
})

it('says which runs are worthless', () => {
  const quiet = { loadAverage: { before: 0, highest: 9, after: 9 }, othersShare: 0.1, stolenShare: 0.02 }
  expect(listConditionProblems(quiet)).toEqual([])
  expect(listConditionProblems({ ...quiet, othersShare: 0.123, stolenShare: 0.021 })).toEqual([
    'other work used 12.3 % of the processor time, more than 10 %',
    'the hypervisor took 2.1 % of the processor time, more than 2 %',
  ])
})
