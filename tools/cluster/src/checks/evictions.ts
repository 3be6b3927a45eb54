import { setTimeout as delay } from 'node:timers/promises'
import { listPodsOf, type Workload, waitForReadyPods } from '../cluster/deployments.ts'
import { NAMESPACE, runProgram } from '../cluster/kubectl.ts'

/** The pause of `kubectl drain` before it repeats an eviction. */
const RETRY_DELAY_MS = 5_000
const TIMEOUT_MS = 480_000
const REFUSAL = "would violate the pod's disruption budget"

/**
 * Evicts all pods of the workloads at once, as `kubectl drain` does with those of a node, and repeats the evictions that a
 * disruption budget refuses. No node is cordoned, so other namespaces are not touched.
 * @throws if no disruption budget has refused an eviction
 */
export async function evictPods(workloads: readonly Workload[], note: (finding: string) => void): Promise<void> {
  const pods = await Promise.all(workloads.map(listPodsOf))
  const names = pods.flat().map(({ metadata }) => metadata.name)
  const refusals = await Promise.all(names.map(evictPod))
  const refused = refusals.reduce((sum, count) => sum + count, 0)
  await Promise.all(workloads.map((workload, index) => waitForReadyPods(workload, pods[index]?.length ?? 0)))
  note(`${names.length} pods evicted; the disruption budgets refused ${refused} evictions until a successor was ready`)
  if (refused === 0) throw new Error('No disruption budget refused an eviction')
}

/** Returns how often the disruption budget refused the eviction before the pod was evicted. */
async function evictPod(name: string): Promise<number> {
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`
  const eviction = JSON.stringify({
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace: NAMESPACE },
  })
  const deadline = performance.now() + TIMEOUT_MS
  for (let refused = 0; ; refused++) {
    try {
      await runProgram('kubectl', ['create', '--raw', path, '--filename', '-'], eviction)
      return refused
    } catch (error) {
      if (!String(error).includes(REFUSAL) || performance.now() > deadline) throw error
    }
    await delay(RETRY_DELAY_MS)
  }
}
