import { kubectl, listResources, NAMESPACE } from '../cluster/kubectl.ts'
import type { Pod } from '../cluster/resources.ts'

/** Checks that the namespace enforces the restricted profile: a pod that asks for nothing special is refused. */
export async function checkPodSecurity(note: (finding: string) => void): Promise<void> {
  const refusal = await kubectl('run', 'unrestricted', '--image=postgres:18.4', '--image-pull-policy=Never').then(
    () => undefined,
    (error: Error) => error.message,
  )
  if (!refusal?.includes('violates PodSecurity "restricted')) {
    await kubectl('delete', 'pod', 'unrestricted', '--ignore-not-found')
    throw new Error(`The namespace ${NAMESPACE} accepts a pod without restrictions: ${refusal ?? 'no error'}`)
  }
  const pods = await listResources<Pod>('pods')
  const running = pods.filter(({ status }) => status.phase === 'Running')
  const restarted = running.filter(({ status }) => status.containerStatuses?.some((one) => one.restartCount > 0))
  note(`${running.length} pods run; restarted: ${restarted.map(({ metadata }) => metadata.name).join(', ') || 'none'}`)
}
