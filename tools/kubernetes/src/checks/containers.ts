import {
  type Container,
  isOwnImage,
  isOwnWorkload,
  listServers,
  listWorkloads,
  toTitle,
  type Workload,
} from '../manifest.ts'
import type { ManifestCheck } from './check.ts'

const PROBES = ['startupProbe', 'livenessProbe'] as const
/** The images of the product. */
const OWN_IMAGE =
  /(^|\/)meadow\/(gateway|auth|social|posts|chat|notify|reconcile|frontend-(shell|feed|profile|chat))(:|@|$)/
/** The first part of the name of an image is a host only if it has a dot or a port, or is localhost. Otherwise it is of Docker Hub. */
const REGISTRY_HOST = /^(localhost|[^/]*[.:][^/]*)\//
/** A process ends within this time after its drain time. */
const MAX_SHUTDOWN_SECONDS = 20
const DEFAULT_DRAIN_SECONDS = 5

/**
 * Finds containers without a startup or liveness probe, and images of ours that nobody would answer for. kube-score finds those without
 * requests, limits, a readiness probe or a version.
 */
export const checkContainers: ManifestCheck = (manifests) => [
  ...listWorkloads(manifests).flatMap((workload) => forEachContainer(workload, checkImage)),
  ...listServers(manifests).flatMap((workload) =>
    forEachContainer(workload, (container) =>
      PROBES.filter((probe) => !container[probe]).map((probe) => `has no ${probe}`),
    ),
  ),
]

/** Finds pods of ours that are killed before their process must have ended, and updates that stop a pod before its successor is ready. */
export const checkRollouts: ManifestCheck = (manifests) =>
  listServers(manifests)
    .filter(isOwnWorkload)
    .flatMap((workload) => [...checkGracePeriod(workload), ...checkStrategy(workload)])

const forEachContainer = (workload: Workload, check: (container: Container) => string[]): string[] =>
  workload.spec.template.spec.containers.flatMap((container) =>
    check(container).map((text) => `${toTitle(workload)} (container ${container.name}) ${text}`),
  )

function checkImage({ image }: Container): string[] {
  if (isOwnImage(image) && !REGISTRY_HOST.test(image)) return [`has an image without a registry: ${image}`]
  return isOwnImage(image) && !OWN_IMAGE.test(image) ? [`has an unknown image: ${image}`] : []
}

function checkGracePeriod(workload: Workload): string[] {
  const { containers, terminationGracePeriodSeconds: grace = 30 } = workload.spec.template.spec
  const drain = containers[0]?.env?.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? DEFAULT_DRAIN_SECONDS
  const required = Number(drain) + MAX_SHUTDOWN_SECONDS
  return grace > required ? [] : [`${toTitle(workload)} has ${grace} s to end and may need ${required}`]
}

function checkStrategy(workload: Workload): string[] {
  if (workload.kind !== 'Deployment') return []
  const { rollingUpdate: { maxUnavailable } = { maxUnavailable: '25%' } } = workload.spec.strategy ?? {}
  return maxUnavailable === 0 ? [] : [`${toTitle(workload)} may be unavailable during an update (${maxUnavailable})`]
}
