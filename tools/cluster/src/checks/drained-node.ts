import { listResources, runProgram } from '../cluster/kubectl.ts'
import { waitUntil } from '../cluster/wait-until.ts'

type Node = { metadata: { name: string }; spec: { unschedulable?: boolean } }

/**
 * Drains the node of its services and gateways. It is the only node, so it accepts new pods again at once: the drain only
 * evicts those that were there. The disruption budgets allow one eviction of a workload at a time.
 */
export async function drainNode(note: (finding: string) => void): Promise<void> {
  const [node] = (await listResources<Node>('nodes')) as [Node]
  const { name } = node.metadata
  const draining = runProgram('sh', [
    '-c',
    'kubectl drain "$0" --pod-selector "$1" --delete-emptydir-data --timeout=480s 2>&1',
    name,
    'app.kubernetes.io/component in (service, gateway)',
  ])
  draining.catch(() => undefined) // handled below
  try {
    await waitUntil(async () => {
      if (!(await listResources<Node>('nodes'))[0]?.spec.unschedulable) throw new Error('The drain has not begun')
    })
  } finally {
    await runProgram('kubectl', ['uncordon', name])
  }
  const output = await draining
  const refused = output.match(/would violate the pod's disruption budget/g)?.length ?? 0
  const evicted = output.match(/^pod\/\S+ evicted$/gm)?.length ?? 0
  note(`${evicted} pods evicted; the disruption budgets refused ${refused} evictions until a successor was ready`)
  if (evicted === 0) throw new Error(`No pod was evicted: ${output}`)
  if (refused === 0) throw new Error('No disruption budget refused an eviction')
}
