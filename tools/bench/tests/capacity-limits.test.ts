import { describe, expect, it } from '@jest/globals'
import { CAPACITY_LIMITS, findMembersAtLimit, sortLimitsByMembers } from '../src/capacity/capacity-limits.ts'
import { planCapacity } from '../src/capacity/capacity-plan.ts'
import { cpuOf, createModel, databaseCpuOf } from './fixtures.ts'

const findLimit = (name: string) => {
  const limit = CAPACITY_LIMITS.find((candidate) => candidate.name.includes(name))
  if (!limit) throw new Error(`No limit is named ${name}`)
  return limit
}

describe('the limits of an installation', () => {
  it('are found where the load reaches the bound', () => {
    const model = createModel({ cpuUs: cpuOf({ posts: 1_000 }) })
    const members = findMembersAtLimit(model, findLimit('one process')) ?? 0
    expect(members / 500).toBeCloseTo(1, 2)
  })

  it('are not reached without load', () => {
    expect(findMembersAtLimit(createModel({}), findLimit('one PostgreSQL for everything'))).toBeUndefined()
  })

  it('stand in the order in which a growing installation reaches them', () => {
    const model = createModel({ cpuUs: cpuOf({ posts: 1_000 }), databaseCpuUs: databaseCpuOf({ posts: 100 }) })
    const sorted = sortLimitsByMembers(model)
    const reached = sorted.flatMap(({ members }) => (members === undefined ? [] : [members]))
    expect(reached).toEqual(reached.toSorted((one, other) => one - other))
    expect(sorted[0]?.limit.name).toBe('one process of each service')
  })

  it('are not reached by an installation just below, but just above', () => {
    const model = createModel({ databaseCpuUs: databaseCpuOf({ posts: 100 }) })
    const limit = findLimit('a server for the posts')
    const members = findMembersAtLimit(model, limit) ?? 0
    expect(limit.getLoad(planCapacity(model, members), model.deployment)).toBeLessThanOrEqual(1)
    expect(limit.getLoad(planCapacity(model, members * 1.01), model.deployment)).toBeGreaterThan(1)
  })
})
