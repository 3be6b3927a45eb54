import { restartWorkload, type Workload } from '../cluster/deployments.ts'
import type { ProductLoad } from '../load/product-load.ts'

/** Replaces all pods of each workload, one workload after the other, while members use the product. */
export async function updateWorkloads(
  load: ProductLoad,
  workloads: readonly Workload[],
  note: (finding: string) => void,
): Promise<void> {
  for (const workload of workloads) {
    const [startedAt, failed, writes] = [performance.now(), load.failed.length, load.history.operations]
    await restartWorkload(workload)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    note(
      `${workload}: replaced in ${seconds} s; ${load.history.operations - writes} writes, ${load.failed.length - failed} failed requests`,
    )
  }
}
