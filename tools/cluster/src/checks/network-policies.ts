import { listNetworkConnections } from '@meadow/kubernetes/network-connections'
import { renderKustomization } from '@meadow/kubernetes/render-kustomization'
import { applyManifests, listResources, NAMESPACE, runProgram } from '../cluster/kubectl.ts'
import { createOwnNamespace, deleteOwnNamespace } from '../cluster/namespaces.ts'
import type { Pod } from '../cluster/resources.ts'
import { waitUntil } from '../cluster/wait-until.ts'
import { OVERLAY } from '../deploy/deploy.ts'
import { toImage } from '../deploy/images.ts'
import { SkippedCheckError } from '../transcript.ts'

/** A namespace with pods that are strangers to the product. */
const PROBE_NAMESPACE = 'meadow-test-probe'
const [CLIENT, SERVER] = ['client', 'server']
/** HTTP, the gateway's internal port, PostgreSQL. */
const PORTS = [8080, 9090, 5432]
/** Networks drop packets that a policy forbids, so only the time tells. */
const CONNECT_TIMEOUT_MS = 3_000
/** Attempts after which a network that enforces policies has applied a new one. */
const PROBE_ATTEMPTS = 30

const LISTEN = `require('node:http').createServer((_, response) => response.end()).listen(8080)`
const CONNECT = `
const { connect } = require('node:net')
const tryConnect = ([host, port]) => new Promise((resolve) => {
  const socket = connect({ host, port, timeout: ${CONNECT_TIMEOUT_MS} })
  const end = (isOpen) => (socket.destroy(), resolve(isOpen))
  socket.once('connect', () => end(true)).once('timeout', () => end(false)).once('error', () => end(false))
})
Promise.all(JSON.parse(process.argv[1]).map(tryConnect)).then((results) => console.log(JSON.stringify(results)))`

type Address = [ip: string, port: number]

/**
 * Connects from each pod of the product, and from a pod of another namespace, to each pod of the product. Within the product
 * exactly the connections must be possible that the rendered manifests allow; the other pod may reach the gateway's HTTP port
 * only. PostgreSQL only receives: its image has no Node to connect by.
 * @throws SkippedCheckError if the network of the cluster enforces no policies
 */
export async function checkNetworkPolicies(note: (finding: string) => void): Promise<void> {
  await using _probe = await openProbe()
  const pods = (await listResources<Pod>('pods')).filter(isServing)
  const sources = pods.filter((pod) => toWorkload(pod) !== 'postgres')
  const results = await Promise.all(sources.map((source) => listOpenConnections(NAMESPACE, source, pods)))
  const actual = [...new Set(results.flat())].toSorted()
  const expected = await listExpectedConnections(sources, pods)
  const stranger = (await listResources<Pod>('pods', '--namespace', PROBE_NAMESPACE)).find(isNamed(CLIENT)) as Pod
  const fromStranger = [...new Set(await listOpenConnections(PROBE_NAMESPACE, stranger, pods))]
  note(`${actual.length} connections are possible among ${pods.length} pods: ${actual.join(', ')}`)
  note(`${fromStranger.length} from another namespace: ${fromStranger.join(', ')}`)
  const differing = [
    ...actual.filter((connection) => !expected.includes(connection)).map((one) => `possible: ${one}`),
    ...expected.filter((connection) => !actual.includes(connection)).map((one) => `not possible: ${one}`),
    ...fromStranger.filter((connection) => connection !== `${CLIENT} -> gateway:8080`).map((one) => `possible: ${one}`),
  ]
  if (differing.length > 0) throw new Error(`The manifests and the cluster differ. ${differing.join(', ')}`)
}

/**
 * Finds out whether the network enforces policies: starts a client and a server in a namespace of its own, and forbids
 * connections to the server. The client stays as the stranger. Disposal deletes the namespace.
 * @throws SkippedCheckError if the client can still connect to the server
 */
async function openProbe(): Promise<AsyncDisposable> {
  await deleteOwnNamespace(PROBE_NAMESPACE)
  await using opened = new AsyncDisposableStack()
  await createOwnNamespace(PROBE_NAMESPACE)
  opened.defer(() => deleteOwnNamespace(PROBE_NAMESPACE))
  await applyManifests([createPod(CLIENT), createPod(SERVER)], PROBE_NAMESPACE)
  const inProbe = ['--namespace', PROBE_NAMESPACE]
  await runProgram('kubectl', ['wait', ...inProbe, '--for=condition=Ready', 'pods', '--all', '--timeout=180s'])
  const pods = await listResources<Pod>('pods', ...inProbe)
  const [client, server] = [pods.find(isNamed(CLIENT)) as Pod, pods.find(isNamed(SERVER)) as Pod]
  const isOpen = async () => (await connectFrom(PROBE_NAMESPACE, client, [[server.status.podIP ?? '', 8080]]))[0]
  await waitUntil(async () => {
    if (!(await isOpen())) throw new Error('Pods of the cluster do not reach each other')
  })
  const spec = { podSelector: { matchLabels: { app: SERVER } }, policyTypes: ['Ingress'] }
  const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'deny' }, spec }
  await applyManifests(policy, PROBE_NAMESPACE)
  for (let attempt = 0; await isOpen(); attempt++)
    if (attempt === PROBE_ATTEMPTS) throw new SkippedCheckError('The network of this cluster enforces no policies')
  return opened.move()
}

const createPod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: name } },
  spec: {
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 0,
    containers: [{ name, image: toImage('gateway'), command: ['node', '-e', LISTEN] }],
  },
})

const isServing = ({ metadata, status }: Pod): boolean => status.phase === 'Running' && !metadata.deletionTimestamp

const isNamed =
  (name: string) =>
  ({ metadata }: Pod): boolean =>
    metadata.name === name

/** Connects from a pod to addresses. Returns for each whether the connection was possible. */
async function connectFrom(namespace: string, { metadata }: Pod, addresses: readonly Address[]): Promise<boolean[]> {
  const command = ['--', 'node', '-e', CONNECT, JSON.stringify(addresses)]
  return JSON.parse(
    await runProgram('kubectl', ['exec', '--namespace', namespace, metadata.name, ...command]),
  ) as boolean[]
}

/** Lists the connections from a pod to others that are possible, such as `gateway -> auth:8080`. */
async function listOpenConnections(namespace: string, source: Pod, pods: readonly Pod[]): Promise<string[]> {
  const targets = pods.filter((pod) => pod !== source).flatMap((pod) => PORTS.map((port) => ({ pod, port })))
  const addresses = targets.map(({ pod, port }): Address => [pod.status.podIP ?? '', port])
  const results = await connectFrom(namespace, source, addresses)
  return targets
    .filter((_, index) => results[index])
    .map(({ pod, port }) => `${toWorkload(source)} -> ${toWorkload(pod)}:${port}`)
}

/** Lists the connections between running workloads that the rendered manifests allow. */
async function listExpectedConnections(sources: readonly Pod[], pods: readonly Pod[]): Promise<string[]> {
  const [senders, receivers] = [new Set(sources.map(toWorkload)), new Set(pods.map(toWorkload))]
  return listNetworkConnections(await renderKustomization(OVERLAY)).filter((connection) => {
    const [, from = '', to = ''] = /^(\S+) -> (\S+):\d+$/.exec(connection) ?? []
    return senders.has(from) && receivers.has(to)
  })
}

/** Removes what Kubernetes appends to the name of a workload. */
const toWorkload = ({ metadata }: Pod): string => metadata.name.replace(/(-[0-9a-f]{8,10})?-([0-9a-z]{5}|\d+)$/, '')
