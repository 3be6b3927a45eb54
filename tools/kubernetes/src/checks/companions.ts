import {
  getPodLabels,
  listServers,
  listWorkloads,
  type Manifest,
  matchesLabels,
  toTitle,
  type Workload,
} from '../manifest.ts'
import type { ManifestCheck } from './check.ts'

/**
 * Finds servers without a Service, a number of replicas or one autoscaler, workloads without their service account, and budgets
 * that do not allow exactly one eviction at a time. kube-score finds servers without a disruption budget.
 */
export const checkCompanions: ManifestCheck = (manifests) => [
  ...listServers(manifests).flatMap((workload) => [
    ...requireService(workload, manifests),
    ...checkReplicas(workload, manifests),
  ]),
  ...manifests.filter(({ kind }) => kind === 'PodDisruptionBudget').flatMap(checkBudget),
  ...listWorkloads(manifests).flatMap((workload) => requireServiceAccount(workload, manifests)),
]

/** Finds Services that select no pod, pods of several workloads (such as those of a migration), or an unknown port. */
export const checkServices: ManifestCheck = (manifests) =>
  manifests
    .filter(({ kind }) => kind === 'Service')
    .flatMap((service) => {
      const selected = listWorkloads(manifests).filter((workload) => isSelected(service, workload))
      if (selected.length > 1) return [`${toTitle(service)} selects ${selected.map(toTitle).join(', ')}`]
      const [workload] = selected
      if (!workload) return [`${toTitle(service)} selects no pod`]
      const ports = workload.spec.template.spec.containers.flatMap(({ ports = [] }) => ports)
      return (service.spec.ports as { port: number; targetPort?: string | number }[])
        .map(({ port, targetPort = port }) => targetPort)
        .filter((targetPort) => !ports.some(({ name, containerPort }) => [name, containerPort].includes(targetPort)))
        .map((targetPort) => `${toTitle(service)} has the unknown port ${targetPort}`)
    })

const isSelected = ({ spec }: Manifest, workload: Workload): boolean =>
  matchesLabels({ matchLabels: spec.selector }, getPodLabels(workload))

const requireService = (workload: Workload, manifests: readonly Manifest[]): string[] =>
  manifests.some((manifest) => manifest.kind === 'Service' && isSelected(manifest, workload))
    ? []
    : [`${toTitle(workload)} has no Service`]

const AUTOSCALERS = ['HorizontalPodAutoscaler', 'ScaledObject']

/** An autoscaler and `replicas` would undo each other's changes. */
function checkReplicas(workload: Workload, manifests: readonly Manifest[]): string[] {
  const scalers = manifests.filter(
    ({ kind, spec }) => AUTOSCALERS.includes(kind) && spec.scaleTargetRef.name === workload.metadata.name,
  )
  if (scalers.length > 1) return [`${toTitle(workload)} has several autoscalers`]
  const hasReplicas = workload.spec.replicas !== undefined
  if (scalers.length === 1) return hasReplicas ? [`${toTitle(workload)} has replicas and an autoscaler`] : []
  return hasReplicas ? [] : [`${toTitle(workload)} has neither replicas nor an autoscaler`]
}

const checkBudget = (budget: Manifest): string[] =>
  budget.spec.maxUnavailable === 1 ? [] : [`${toTitle(budget)} does not allow exactly one eviction at a time`]

function requireServiceAccount(workload: Workload, manifests: readonly Manifest[]): string[] {
  const name = workload.spec.template.spec.serviceAccountName
  return manifests.some(({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === name)
    ? []
    : [`${toTitle(workload)} has no ServiceAccount ${name}`]
}
