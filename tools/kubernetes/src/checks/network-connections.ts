import {
  getPodLabels,
  type LabelSelector,
  listWorkloads,
  type Manifest,
  matchesLabels,
  type Workload,
} from '../manifest.ts'

type Peer = {
  podSelector?: LabelSelector
  namespaceSelector?: LabelSelector
  ipBlock?: { cidr: string; except?: string[] }
}
type Rule = { from?: Peer[]; to?: Peer[]; ports?: { port?: number | string; protocol?: string }[] }
type Policy = {
  namespace?: string
  podSelector: LabelSelector
  policyTypes: string[]
  ingress?: Rule[]
  egress?: Rule[]
}
type Direction = 'Ingress' | 'Egress'

const NAMESPACE_LABEL = 'kubernetes.io/metadata.name'

/**
 * Lists the connections that network policies allow between workloads, such as `gateway -> auth:8080`, and to and from outside:
 * `auth -> kube-system/k8s-app=kube-dns:53/UDP`, `any -> gateway:8080`. A connection between two pods needs an egress rule of
 * one and an ingress rule of the other. A pod without a policy of a direction may do everything: `auth -> any`.
 */
export function listNetworkConnections(manifests: readonly Manifest[]): string[] {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(toPolicy)
  const workloads = listWorkloads(manifests)
  const connections = workloads.flatMap((source) => [
    ...workloads.flatMap((target) => listConnectionsBetween(source, target, policies)),
    ...listOutsideConnections(source, 'Egress', policies),
    ...listOutsideConnections(source, 'Ingress', policies),
  ])
  return [...new Set(connections)].toSorted()
}

/** Policies and pods of a namespace belong together. Manifests of a base have none yet. */
const toPolicy = ({ metadata, spec }: Manifest): Policy => ({ ...spec, namespace: metadata.namespace })

function listConnectionsBetween(source: Workload, target: Workload, policies: readonly Policy[]): string[] {
  if (source.metadata.namespace !== target.metadata.namespace) return []
  const ports = target.spec.template.spec.containers.flatMap(({ ports = [] }) => ports)
  return ports
    .filter(({ name, containerPort }) => {
      const isPort = ({ ports: listed }: Rule) =>
        !listed || listed.some(({ port }) => port === undefined || port === containerPort || port === name)
      const allows = (direction: Direction, pod: Workload, peer: Workload) => {
        const rules = listRules(pod, direction, policies)
        return !rules || rules.some((rule) => isPort(rule) && isPeer(rule, peer))
      }
      return allows('Egress', source, target) && allows('Ingress', target, source)
    })
    .map(({ containerPort }) => `${source.metadata.name} -> ${target.metadata.name}:${containerPort}`)
}

/** Returns the rules for a pod in one direction, or undefined if no policy restricts it. */
function listRules(pod: Workload, direction: Direction, policies: readonly Policy[]): Rule[] | undefined {
  const selecting = policies.filter(
    ({ namespace, podSelector, policyTypes }) =>
      namespace === pod.metadata.namespace &&
      policyTypes.includes(direction) &&
      matchesLabels(podSelector, getPodLabels(pod)),
  )
  if (selecting.length === 0) return undefined
  return selecting.flatMap(({ ingress = [], egress = [] }) => (direction === 'Ingress' ? ingress : egress))
}

const listPeers = ({ from, to }: Rule): Peer[] | undefined => from ?? to

/** A peer with a `namespaceSelector` or an `ipBlock` is outside. A rule without peers allows everything. */
function isPeer(rule: Rule, { spec }: Workload): boolean {
  const peers = listPeers(rule)
  if (!peers) return true
  return peers.some(
    ({ podSelector, namespaceSelector, ipBlock }) =>
      !namespaceSelector && !ipBlock && podSelector && matchesLabels(podSelector, spec.template.metadata.labels),
  )
}

function listOutsideConnections(pod: Workload, direction: Direction, policies: readonly Policy[]): string[] {
  const { name } = pod.metadata
  const toConnection = (peer: string, port: string) =>
    direction === 'Egress' ? `${name} -> ${peer}${port}` : `${peer} -> ${name}${port}`
  const rules = listRules(pod, direction, policies)
  if (!rules) return [toConnection('any', '')]
  return rules.flatMap((rule) => {
    const outside = listPeers(rule)?.filter(({ namespaceSelector, ipBlock }) => namespaceSelector || ipBlock)
    const peers = listPeers(rule) ? (outside ?? []).map(toPeerName) : ['any']
    const ports = rule.ports?.map((port) => toPortName(port, direction === 'Ingress' ? pod : undefined)) ?? ['']
    return peers.flatMap((peer) => ports.map((port) => toConnection(peer, port)))
  })
}

const PRIVATE_RANGES = ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']

/** Returns true for all public addresses of IPv4 or IPv6: private networks, and so the cluster, are left out. */
const isInternet = ({ cidr, except = [] }: { cidr: string; except?: string[] }): boolean =>
  cidr === '2000::/3' || (cidr === '0.0.0.0/0' && PRIVATE_RANGES.every((range) => except.includes(range)))

function toPeerName({ namespaceSelector, podSelector, ipBlock }: Peer): string {
  if (ipBlock) return isInternet(ipBlock) ? 'internet' : ipBlock.cidr
  const namespace = namespaceSelector?.matchLabels?.[NAMESPACE_LABEL] ?? toSelectorText(namespaceSelector)
  return podSelector ? `${namespace}/${toSelectorText(podSelector)}` : namespace
}

const toSelectorText = (selector: LabelSelector = {}): string =>
  Object.entries(selector.matchLabels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(',') || '*'

function toPortName({ port, protocol = 'TCP' }: { port?: number | string; protocol?: string }, pod?: Workload): string {
  const ports = pod?.spec.template.spec.containers.flatMap(({ ports = [] }) => ports) ?? []
  const number = ports.find(({ name }) => name === port)?.containerPort ?? port
  return `:${number}${protocol === 'TCP' ? '' : `/${protocol}`}`
}
