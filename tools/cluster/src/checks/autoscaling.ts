import { kubectl, NAMESPACE, readResource, runProgram } from '../cluster/kubectl.ts'
import { waitUntil } from '../cluster/wait-until.ts'
import { SkippedCheckError } from '../transcript.ts'

type Autoscaler = {
  spec: { minReplicas: number; maxReplicas: number; metrics: unknown[] }
  status: {
    currentReplicas?: number
    desiredReplicas?: number
    currentMetrics?: { resource?: { current?: { averageValue?: string } } }[]
    conditions?: { type: string; status: string; message: string }[]
  }
}

/**
 * Lowers the target of an autoscaler below what the load uses, and waits until it has added a pod that is ready.
 * @throws SkippedCheckError if the cluster does not measure its pods
 */
export async function scaleByLoad(name: string, note: (finding: string) => void): Promise<void> {
  await runProgram('kubectl', ['get', '--raw', `/apis/metrics.k8s.io/v1beta1/namespaces/${NAMESPACE}/pods`]).catch(
    () => {
      throw new SkippedCheckError('The cluster has no metrics of pods: metrics-server is not installed')
    },
  )
  const before = await readResource<Autoscaler>('hpa', name)
  const ready = await countReady(name)
  const target = { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '10m' } } }
  await patch(name, { maxReplicas: ready + 1, metrics: [target] })
  try {
    const used = await waitUntil(async () => {
      const { status } = await readResource<Autoscaler>('hpa', name)
      const failing = status.conditions?.find((one) => one.type === 'ScalingActive' && one.status !== 'True')
      if ((await countReady(name)) <= ready)
        throw new Error(`${name} still has ${ready} ready pods. ${failing?.message ?? ''}`)
      return status.currentMetrics?.[0]?.resource?.current?.averageValue
    })
    note(`${name}: from ${ready} to ${ready + 1} ready pods at ${used} of 10m`)
  } finally {
    await patch(name, { maxReplicas: before.spec.maxReplicas, metrics: before.spec.metrics })
  }
}

const patch = (name: string, spec: object) =>
  kubectl('patch', 'hpa', name, '--type=merge', '--patch', JSON.stringify({ spec }))

async function countReady(name: string): Promise<number> {
  const { status } = await readResource<{ status: { readyReplicas?: number } }>('deployment', name)
  return status.readyReplicas ?? 0
}
