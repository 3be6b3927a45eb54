import {
  matchesSelector,
  type Namespace,
  type NetworkPolicy,
  type NetworkPolicyPeer,
  type NetworkPolicyPort,
  type Pod,
} from '../cluster/resources.ts'
import { isInRange, toIpv4Ranges } from './ip-ranges.ts'

/** Connections that a policy allows, from or to the peer. Without a peer or port: any. */
export type AllowedConnection = { peer?: string; protocol?: string; port?: number }

/** The connections that one pod may receive and open. Undefined: no policy isolates the pod in this direction, so everything. */
export type PodRules = {
  pod: string
  address: string
  ingress: AllowedConnection[] | undefined
  egress: AllowedConnection[] | undefined
}

export type PolicyInput = { policies: readonly NetworkPolicy[]; pods: readonly Pod[]; namespaces: readonly Namespace[] }

/**
 * Computes what each running pod may receive and send, by the rules of `networking.k8s.io/v1`.
 * @throws on a policy with a feature that is not computed: `endPort`
 */
export function computePodRules({ policies, pods, namespaces }: PolicyInput): PodRules[] {
  const running = pods.filter(isInPodNetwork)
  const labelsOf = new Map(namespaces.map(({ metadata }) => [metadata.name, metadata.labels ?? {}]))
  for (const policy of policies) assertComputable(policy)

  const findPeers = (peer: NetworkPolicyPeer, namespace: string): string[] => {
    if (peer.ipBlock) return toIpv4Ranges(peer.ipBlock)
    return running
      .filter(({ metadata }) =>
        peer.namespaceSelector
          ? matchesSelector(peer.namespaceSelector, labelsOf.get(metadata.namespace))
          : metadata.namespace === namespace,
      )
      .filter(({ metadata }) => matchesSelector(peer.podSelector ?? {}, metadata.labels))
      .map(({ status }) => status.podIP as string)
  }

  /** Any peer is no address, or that of every pod if a named port depends on the pod that receives. */
  const anyPeer = (ports: NetworkPolicyPort[] | undefined, target: Pod | undefined) =>
    !target && ports?.some(({ port }) => typeof port === 'string')
      ? running.map(({ status }) => status.podIP as string)
      : [undefined]

  return running.map((pod) => {
    const { metadata, status } = pod
    const own = policies.filter(
      (policy) =>
        policy.metadata.namespace === metadata.namespace &&
        matchesSelector(policy.spec.podSelector ?? {}, metadata.labels),
    )
    const toConnections = (
      peers: NetworkPolicyPeer[] | undefined,
      ports: NetworkPolicyPort[] | undefined,
      target?: Pod,
    ) => {
      const addresses = peers?.length
        ? peers.flatMap((peer) => findPeers(peer, metadata.namespace))
        : anyPeer(ports, target)
      return addresses.flatMap((peer) => {
        const receiver = target ?? running.find((other) => other.status.podIP === peer)
        const allowed = ports?.length ? ports.flatMap((port) => toPorts(port, receiver)) : [{}]
        return allowed.map((port) => ({ ...(peer && { peer }), ...port }))
      })
    }
    const isolating = (direction: 'Ingress' | 'Egress') =>
      own.filter((policy) => listPolicyTypes(policy).includes(direction))
    const [inbound, outbound] = [isolating('Ingress'), isolating('Egress')]
    return {
      pod: `${metadata.namespace}/${metadata.name}`,
      address: status.podIP as string,
      ingress:
        inbound.length === 0
          ? undefined
          : inbound
              .flatMap(({ spec }) => spec.ingress ?? [])
              .flatMap(({ from, ports }) => toConnections(from, ports, pod)),
      egress:
        outbound.length === 0
          ? undefined
          : outbound.flatMap(({ spec }) => spec.egress ?? []).flatMap(({ to, ports }) => toConnections(to, ports)),
    }
  })
}

/** Returns whether the rules allow a TCP connection: the sender must be allowed to send it, and the receiver to receive it. */
export function allowsConnection(from: PodRules, to: PodRules, port: number): boolean {
  const includes = (allowed: AllowedConnection[] | undefined, peer: string) =>
    allowed === undefined ||
    allowed.some(
      (one) =>
        (one.peer === undefined || one.peer === peer || isInRange(peer, one.peer)) &&
        (one.protocol ?? 'tcp') === 'tcp' &&
        (one.port === undefined || one.port === port),
    )
  return includes(from.egress, to.address) && includes(to.ingress, from.address)
}

/** A pod has its own address until it has ended. One that is about to end still serves. */
const isInPodNetwork = ({ spec, status }: Pod) =>
  !spec.hostNetwork && status.podIP !== undefined && status.phase === 'Running'

/** Egress counts if it is listed, or if there are rules for it; ingress always, unless only egress is listed. */
const listPolicyTypes = ({ spec }: NetworkPolicy) =>
  spec.policyTypes ?? ['Ingress', ...(spec.egress ? (['Egress'] as const) : [])]

/** A named port is that of the receiving pod. One that the receiver does not have allows nothing. */
function toPorts({ port, protocol = 'TCP' }: NetworkPolicyPort, receiver: Pod | undefined): AllowedConnection[] {
  if (port === undefined) return [{ protocol: protocol.toLowerCase() }]
  if (typeof port === 'number') return [{ protocol: protocol.toLowerCase(), port }]
  return (receiver?.spec.containers ?? [])
    .flatMap(({ ports = [] }) => ports)
    .filter((one) => one.name === port && (one.protocol ?? 'TCP') === protocol)
    .map(({ containerPort }) => ({ protocol: protocol.toLowerCase(), port: containerPort }))
}

function assertComputable({ metadata, spec }: NetworkPolicy): void {
  const rules = [...(spec.ingress ?? []), ...(spec.egress ?? [])]
  const ports = rules.flatMap((rule) => rule.ports ?? [])
  if (ports.some((port) => 'endPort' in port)) throw new Error(`The policy ${metadata.name} has an endPort`)
}
