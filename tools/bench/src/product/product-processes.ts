import { listProcessTree } from '@meadow/testing/process-tree'
import type { Stack } from '@meadow/testing/stack'
import { readParentPid } from '../measure/process-usage.ts'
import { PROCESSES } from './open-product.ts'

/** The names and ids of processes. Each includes its descendants. */
export type NamedProcesses = [name: string, pid: number][]

/** Lists the services, the front ends, PostgreSQL, and `all`: the supervisor, whose descendants they are. */
export function listProductProcesses(stack: Stack): NamedProcesses {
  const services = [...PROCESSES, 'frontends'].map((name): NamedProcesses[number] => [name, stack.pidOf(name) ?? 0])
  const servicePids = new Set(services.map(([, pid]) => pid))
  const supervisor = readParentPid(stack.pidOf('gateway') ?? 0)
  const [, postgres = 0] = listProcessTree(supervisor).filter((pid) => !servicePids.has(pid))
  return [...services, ['PostgreSQL', postgres], ['all', supervisor]]
}
