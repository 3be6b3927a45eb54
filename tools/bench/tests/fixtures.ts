import { TOPICS } from '@meadow/contracts'
import type { CapacityModel } from '../src/capacity/capacity-plan.ts'
import { listOperations } from '../src/capacity/capacity-plan.ts'
import { DATABASES, type OperationCost, SCALABLE_PROCESSES } from '../src/capacity/operation-costs.ts'
import { ASSUMED_DEPLOYMENT } from '../src/capacity/usage.ts'

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>

/** The cost of an operation that costs nothing else. */
const createCost = (cost: Partial<OperationCost> = {}): OperationCost => ({
  cpuUs: zeros(SCALABLE_PROCESSES),
  databaseCpuUs: zeros(DATABASES),
  bytesIn: 0,
  bytesOut: 0,
  rows: zeros(DATABASES),
  transactions: 0,
  walBytes: 0,
  events: zeros(TOPICS),
  eventBytes: 0,
  storedBytes: [],
  mediaBytes: 0,
  ...cost,
})

export const cpuOf = (cpu: Partial<OperationCost['cpuUs']>): OperationCost['cpuUs'] => ({
  ...zeros(SCALABLE_PROCESSES),
  ...cpu,
})
export const databaseCpuOf = (cpu: Partial<OperationCost['databaseCpuUs']>): OperationCost['databaseCpuUs'] => ({
  ...zeros(DATABASES),
  ...cpu,
})
export const eventsOf = (events: Partial<OperationCost['events']>): OperationCost['events'] => ({
  ...zeros(TOPICS),
  ...events,
})

/** A model in which every member is active and likes 86,400 posts a day, once a second, without a peak. */
export const createModel = (like: Partial<OperationCost>): CapacityModel => ({
  costs: {
    measuredAt: '2026-01-31',
    machine: { cores: 2, cpu: 'any', node: '24', postgres: '18', load: [0, 0] },
    operations: Object.fromEntries(
      listOperations().map((name) => [name, createCost(name === 'like' ? like : { events: eventsOf({ members: 1 }) })]),
    ) as CapacityModel['costs']['operations'],
    sockets: {
      memoryKib: { gateway: 10, chat: 20 },
      idleUsPerMinute: { gateway: 0, chat: 0 },
      pushUs: { gateway: 0, chat: 0 },
      peerEventUs: 0,
    },
    memoryMib: { ...zeros(SCALABLE_PROCESSES), chat: 50 },
  },
  usage: {
    dailyActiveShare: 1,
    peakFactor: 1,
    onlineShareAtPeak: 0.5,
    socketsPerOnlineMember: 1,
    actionsPerActiveDay: { ...zeros(listOperations()), like: 86_400 },
    followers: 0,
    watchersPerPost: 0,
    pictureBytes: { stored: 0, shown: 0 },
  },
  deployment: { ...ASSUMED_DEPLOYMENT, utilization: 0.5, minReplicas: 1 },
})
