import { kubectl, listResources, readResource } from './kubectl.ts'
import type { Pod } from './resources.ts'
import { waitUntil } from './wait-until.ts'

/** A Deployment or StatefulSet, by the name that kubectl accepts: `deployment/posts`. */
export type Workload = `deployment/${string}` | `statefulset/${string}`

const ROLLOUT_TIMEOUT = '--timeout=300s'

/** Waits until all pods of a workload are of its current version and ready. @throws after five minutes */
export const waitForRollout = (workload: Workload): Promise<string> =>
  kubectl('rollout', 'status', workload, ROLLOUT_TIMEOUT)

/** Replaces all pods of a workload by new ones of the same version. */
export async function restartWorkload(workload: Workload): Promise<void> {
  await kubectl('rollout', 'restart', workload)
  await waitForRollout(workload)
}

export async function scaleWorkload(workload: Workload, replicas: number): Promise<void> {
  await kubectl('scale', workload, `--replicas=${replicas}`)
  await waitForRollout(workload)
}

export async function setImage(workload: Workload, image: string): Promise<void> {
  await kubectl('set', 'image', workload, `*=${image}`)
}

export async function listWorkloads(): Promise<Workload[]> {
  const names = await kubectl('get', 'deployments,statefulsets', '--output', 'name')
  return names
    .trim()
    .split('\n')
    .map((name) => name.replace('.apps', '') as Workload)
}

/** Lists the pods of a workload that run and are not about to end. */
export async function listPodsOf(workload: Workload): Promise<Pod[]> {
  const [kind = '', name = ''] = workload.split('/')
  const { spec } = await readResource<{ spec: { selector: { matchLabels: Record<string, string> } } }>(kind, name)
  const labels = Object.entries(spec.selector.matchLabels).map(([key, value]) => `${key}=${value}`)
  const pods = await listResources<Pod>('pods', '--selector', labels.join(','))
  return pods.filter(({ metadata, status }) => !metadata.deletionTimestamp && status.phase === 'Running')
}

export const isReady = ({ status }: Pod): boolean =>
  (status.conditions ?? []).some((one) => one.type === 'Ready' && one.status === 'True')

/** Waits until this many pods of a workload are ready. Returns them. */
export const waitForReadyPods = (workload: Workload, count: number): Promise<Pod[]> =>
  waitUntil(async () => {
    const ready = (await listPodsOf(workload)).filter(isReady)
    if (ready.length !== count) throw new Error(`${workload} has ${ready.length} ready pods, not ${count}`)
    return ready
  })
