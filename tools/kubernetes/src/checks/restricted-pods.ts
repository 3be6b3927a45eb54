import { type Container, listWorkloads, type PodSpec, toTitle, type Workload } from '../manifest.ts'
import type { ManifestCheck } from './check.ts'

/** The volumes that the restricted profile allows. */
const ALLOWED_VOLUMES = [
  'configMap',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]

/**
 * Finds pods that the restricted profile of the Pod Security Standards refuses, or that get a token of the API server.
 * kube-score finds privileged containers.
 */
export const checkRestrictedPods: ManifestCheck = (manifests) => listWorkloads(manifests).flatMap(checkPod)

function checkPod(workload: Workload): string[] {
  const pod = workload.spec.template.spec
  const problems = [
    [pod.securityContext?.runAsNonRoot !== true, 'may run as root'],
    [!pod.securityContext?.runAsUser, 'has no numeric user'],
    [pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault', 'has no seccomp profile'],
    [pod.hostNetwork || pod.hostPID || pod.hostIPC, 'uses a namespace of the node'],
    [pod.automountServiceAccountToken !== false, 'gets a token of the API server'],
    [!pod.serviceAccountName || pod.serviceAccountName === 'default', 'has no service account of its own'],
  ] as const
  const containers = [...(pod.initContainers ?? []), ...pod.containers]
  return [
    ...problems.filter(([isProblem]) => isProblem).map(([, text]) => text),
    ...listForbiddenVolumes(pod).map((name) => `has the forbidden volume ${name}`),
    ...containers.flatMap(checkContainer),
  ].map((text) => `${toTitle(workload)} ${text}`)
}

const listForbiddenVolumes = ({ volumes = [] }: PodSpec): string[] =>
  volumes
    .filter((volume) => Object.keys(volume).some((key) => key !== 'name' && !ALLOWED_VOLUMES.includes(key)))
    .map(({ name }) => name)

function checkContainer({ name, securityContext = {}, ports = [] }: Container): string[] {
  const { capabilities = {} } = securityContext
  const problems = [
    [securityContext.allowPrivilegeEscalation !== false, 'may gain privileges'],
    [!capabilities.drop?.includes('ALL') || (capabilities.add?.length ?? 0) > 0, 'has capabilities'],
    [securityContext.runAsNonRoot === false || securityContext.runAsUser === 0, 'runs as root'],
    [ports.some(({ hostPort }) => hostPort), 'uses a port of the node'],
  ] as const
  return problems.filter(([isProblem]) => isProblem).map(([, text]) => `(container ${name}) ${text}`)
}
