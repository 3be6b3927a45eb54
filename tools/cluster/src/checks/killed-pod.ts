import { findProcessId } from '../cluster/containers.ts'
import { isReady, listPodsOf, type Workload } from '../cluster/deployments.ts'
import { readResource } from '../cluster/kubectl.ts'
import type { Pod } from '../cluster/resources.ts'
import { waitUntil } from '../cluster/wait-until.ts'
import type { ProductLoad } from '../load/product-load.ts'

/** Kills the process of one pod, as the kernel does when memory is short, and waits until it is ready again. */
export async function killPod(load: ProductLoad, workload: Workload, note: (finding: string) => void): Promise<void> {
  const [pod] = (await listPodsOf(workload)) as [Pod]
  const restarts = countRestarts(pod)
  const startedAt = performance.now()
  load.noteKill()
  process.kill(await findProcessId(pod), 'SIGKILL')
  await waitUntil(async () => {
    const now = await readResource<Pod>('pod', pod.metadata.name)
    if (countRestarts(now) === restarts || !isReady(now)) throw new Error(`${pod.metadata.name} is not ready again`)
  })
  note(`${pod.metadata.name}: ready again after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}

const countRestarts = ({ status }: Pod): number => status.containerStatuses?.[0]?.restartCount ?? 0
