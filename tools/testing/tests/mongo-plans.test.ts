import { describe, expect, it } from '@jest/globals'
import { describeMongoPlan } from '../src/databases/mongo-plans.ts'

const isStrict = true
const indexScan = (indexName: string) => ({ stage: 'IXSCAN', indexName, direction: 'forward' })
const explained = (winningPlan: object) => ({ queryPlanner: { winningPlan, rejectedPlans: [] }, ok: 1 })

/** Responses of `explain` in the format of MongoDB 8, written by hand: none was recorded from a server. */
describe('a plan of MongoDB', () => {
  it('is described by its index', () => {
    const plan = explained({ stage: 'FETCH', inputStage: indexScan('newest') })
    expect(describeMongoPlan(plan, { isStrict })).toBe('newest')
  })

  it('uses the index of _id for a single document, also without the usual stages', () => {
    for (const stage of ['IDHACK', 'EXPRESS_CLUSTERED_IXSCAN'])
      expect(describeMongoPlan(explained({ stage }), { isStrict })).toBe('_id_')
    expect(describeMongoPlan(explained({ stage: 'EXPRESS_IXSCAN', indexName: '_id_' }), { isStrict })).toBe('_id_')
  })

  it('names a collection scan, also below an update, and a delete', () => {
    for (const stage of ['UPDATE', 'DELETE', 'BATCHED_DELETE'])
      expect(describeMongoPlan(explained({ stage, inputStage: { stage: 'COLLSCAN' } }), { isStrict })).toBe('COLLSCAN')
  })

  it('names the indexes of all branches of an $or, each once', () => {
    const inputStages = [indexScan('first'), indexScan('second'), indexScan('first')]
    const plan = explained({ stage: 'SUBPLAN', inputStage: { stage: 'OR', inputStages } })
    expect(describeMongoPlan(plan, { isStrict })).toBe('first and second')
  })

  it('reports a sort in memory, but not a merge of sorted indexes', () => {
    const sorted = explained({ stage: 'SORT', inputStage: { stage: 'FETCH', inputStage: indexScan('newest') } })
    expect(describeMongoPlan(sorted, { isStrict })).toBe('newest, sorted in memory')
    expect(describeMongoPlan(sorted, { isStrict: false })).toBe('newest')
    const merged = explained({ stage: 'SORT_MERGE', inputStages: [indexScan('newest'), indexScan('newest')] })
    expect(describeMongoPlan(merged, { isStrict })).toBe('newest')
  })

  it('is found in an aggregation and in a slot-based plan, without rejected plans and the command', () => {
    const queryPlan = { stage: 'GROUP', inputStage: indexScan('in_thread') }
    const queryPlanner = {
      winningPlan: { queryPlan, slotBasedPlan: { stages: '[1] scan' } },
      rejectedPlans: [{ stage: 'FETCH', inputStage: indexScan('other') }],
    }
    const command = { aggregate: 'messages', pipeline: [{ $match: { stage: 'COLLSCAN' } }] }
    const plan = { stages: [{ $cursor: { queryPlanner } }, { $group: {} }], command }
    expect(describeMongoPlan(plan, { isStrict })).toBe('in_thread')
  })
})
