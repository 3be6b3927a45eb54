/** Labels of an object or the labels that a selector demands. */
export type Labels = Readonly<Record<string, string>>

export type LabelSelector = {
  matchLabels?: Labels
  matchExpressions?: readonly {
    key: string
    operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
    values?: readonly string[]
  }[]
}

type SecurityContext = {
  runAsNonRoot?: boolean
  runAsUser?: number
  allowPrivilegeEscalation?: boolean
  readOnlyRootFilesystem?: boolean
  capabilities?: { add?: string[]; drop?: string[] }
  seccompProfile?: { type: string }
}

export type EnvironmentVariable = {
  name: string
  value?: string
  valueFrom?: { configMapKeyRef?: { name: string; key: string }; secretKeyRef?: { name: string; key: string } }
}

export type Container = {
  name: string
  image: string
  command?: string[]
  args?: string[]
  env?: EnvironmentVariable[]
  envFrom?: unknown[]
  ports?: { name?: string; containerPort: number; hostPort?: number }[]
  resources?: { requests?: Labels; limits?: Labels }
  startupProbe?: object
  livenessProbe?: object
  readinessProbe?: object
  securityContext?: SecurityContext
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[]
}

export type PodSpec = {
  serviceAccountName?: string
  automountServiceAccountToken?: boolean
  terminationGracePeriodSeconds?: number
  securityContext?: SecurityContext
  hostNetwork?: boolean
  hostPID?: boolean
  hostIPC?: boolean
  containers: Container[]
  initContainers?: Container[]
  topologySpreadConstraints?: unknown[]
  volumes?: { name: string; hostPath?: object; emptyDir?: object; secret?: { secretName: string } }[]
}

/** An object of a rendered kustomization. Each check reads the fields of the kinds that it knows. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another specification
  spec?: any
  data?: Labels
  stringData?: Labels
}

/** A Deployment, StatefulSet or Job. */
export type Workload = Omit<Manifest, 'spec'> & {
  spec: {
    replicas?: number
    strategy?: { rollingUpdate?: { maxUnavailable: number | string } }
    template: { metadata: { labels: Labels }; spec: PodSpec }
  }
}

const WORKLOAD_KINDS = ['Deployment', 'StatefulSet', 'Job']

const isWorkload = (manifest: Manifest): manifest is Workload => WORKLOAD_KINDS.includes(manifest.kind)

/** Returns the Deployments, StatefulSets and Jobs. */
export const listWorkloads = (manifests: readonly Manifest[]): Workload[] => manifests.filter(isWorkload)

/** Returns the workloads that serve: Deployments and StatefulSets. */
export const listServers = (manifests: readonly Manifest[]): Workload[] =>
  listWorkloads(manifests).filter(({ kind }) => kind !== 'Job')

/** Returns the workloads of our own images, without the engines. */
export const isOwnWorkload = ({ spec }: Workload): boolean =>
  spec.template.spec.containers.every(({ image }) => isOwnImage(image))

/** Returns whether an image is one of the product's, of any registry. */
export const isOwnImage = (image: string): boolean => /(^|\/)meadow\//.test(image)

export const getPodLabels = ({ spec }: Workload): Labels => spec.template.metadata.labels

/** Returns the kind and the name of an object, for messages. */
export const toTitle = ({ kind, metadata }: Pick<Manifest, 'kind' | 'metadata'>): string => `${kind} ${metadata.name}`

/** Returns whether a selector selects these labels. An empty selector selects everything. */
export function matchesLabels(selector: LabelSelector, labels: Labels): boolean {
  const hasLabels = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value)
  return hasLabels && (selector.matchExpressions ?? []).every((expression) => matchesExpression(expression, labels))
}

function matchesExpression(
  { key, operator, values = [] }: NonNullable<LabelSelector['matchExpressions']>[number],
  labels: Labels,
): boolean {
  const value = labels[key]
  if (operator === 'Exists') return value !== undefined
  if (operator === 'DoesNotExist') return value === undefined
  const isListed = value !== undefined && values.includes(value)
  return operator === 'In' ? isListed : !isListed
}
