import { describe, expect, it } from '@jest/globals'
import { findConsumerUs, planCapacity } from '../src/capacity/capacity-plan.ts'
import { sumStoredBytes } from '../src/cost/cost-meter.ts'
import { cpuOf, createModel, eventsOf } from './fixtures.ts'

describe('the capacity plan', () => {
  it('multiplies the cost of an operation by its rate at the peak', () => {
    const model = createModel({ cpuUs: cpuOf({ posts: 2_000 }), walBytes: 300, transactions: 4 })
    const plan = planCapacity({ ...model, usage: { ...model.usage, dailyActiveShare: 0.5, peakFactor: 3 } }, 1_000)
    expect(plan.requests).toBeCloseTo(1_500)
    expect(plan.cores.posts).toBeCloseTo(3)
    expect(plan.walBytes).toBeCloseTo(450_000)
    expect(plan.transactions).toBeCloseTo(6_000)
  })

  it('has enough instances that none uses more than its share of a core', () => {
    const plan = planCapacity(createModel({ cpuUs: cpuOf({ posts: 1_000 }) }), 1_201)
    expect(plan.replicas.posts).toBe(3)
    expect(plan.replicas.social).toBe(1)
    expect(plan.connections).toBe((3 + 4) * 18)
  })

  it('counts sockets, their memory and the pushes to them', () => {
    const model = createModel({})
    model.usage.watchersPerPost = 2
    model.costs.sockets.pushUs = { gateway: 0, chat: 100 }
    const plan = planCapacity(model, 1_000)
    expect(plan.sockets).toBe(500)
    expect(plan.pushes).toBeCloseTo(2_000)
    expect(plan.cores.chat).toBeCloseTo(0.2)
    expect(plan.memoryBytes.chat).toBe(50 * 1024 * 1024 + 500 * 20 * 1024)
  })

  it('adds the events of the peers to each instance of chat', () => {
    const model = createModel({ cpuUs: cpuOf({ chat: 1_000 }), events: eventsOf({ posts: 1 }) })
    model.costs.sockets.peerEventUs = 100
    const plan = planCapacity(model, 1_000)
    expect(plan.peerEventCores).toBeCloseTo(0.1)
    expect(plan.replicas.chat).toBe(Math.ceil(1 / (0.5 - 0.1)))
    expect(plan.cores.chat).toBeCloseTo(1)
  })

  it('finds no number of instances of chat when the events of the peers fill each of them', () => {
    const model = createModel({ events: eventsOf({ posts: 1 }) })
    model.costs.sockets.peerEventUs = 100
    const plan = planCapacity(model, 5_001)
    expect(plan.replicas.chat).toBe(Number.POSITIVE_INFINITY)
    expect(plan.connections).toBe(5 * 18)
  })

  it('stores rows for their retention, at most for the year', () => {
    const storedBytes = [
      { retention: 'always' as const, bytes: 10 },
      { retention: 7, bytes: 1_000 },
      { retention: 400, bytes: 1 },
    ]
    const model = createModel({ storedBytes })
    model.usage.actionsPerActiveDay.like = 2
    expect(planCapacity(model, 3).storedBytes).toBe(6 * (365 * 10 + 7 * 1_000 + 365))
  })

  it('charges a consumer with all processor time of the operation that causes its events', () => {
    const { costs } = createModel({ cpuUs: cpuOf({ notify: 900, posts: 5_000 }), events: eventsOf({ posts: 3 }) })
    expect(findConsumerUs(costs, 'posts')).toBe(300)
  })

  it('has as many partitions as the busiest consumer needs instances', () => {
    const model = createModel({ cpuUs: cpuOf({ notify: 300 }), events: eventsOf({ posts: 1 }) })
    const { partitions } = planCapacity(model, 5_000)
    expect(partitions).toMatchObject({ posts: 3, messages: 1 })
  })
})

describe('stored bytes', () => {
  it('are the new rows by the average size of a row, without tables that are emptied', () => {
    const before = new Map([['posts.posts', { rows: 90, bytes: 9_000 }]])
    const after = new Map([
      ['posts.posts', { rows: 100, bytes: 20_000 }],
      ['posts.outbox', { rows: 5, bytes: 8_192 }],
      ['notify.inbox', { rows: 10, bytes: 500 }],
    ])
    expect(sumStoredBytes(before, after, 5)).toEqual([
      { retention: 'always', bytes: 400 },
      { retention: 14, bytes: 100 },
    ])
  })
})
