import { join } from 'node:path'
import { listNetworkConnections } from '@meadow/kubernetes/network-connections'
import { renderKustomization } from '@meadow/kubernetes/render-kustomization'
import { runInPodNetwork } from '../cluster/containers.ts'
import type { Pod } from '../cluster/resources.ts'
import { OVERLAY } from '../deploy/deploy.ts'
import { enforcePolicies, readPolicyInput } from '../policies/enforce.ts'
import { allowsConnection, computePodRules, type PodRules, type PolicyInput } from '../policies/pod-rules.ts'
import { completeMemberJourney } from './member-journey.ts'

const CONNECT_SCRIPT = join(import.meta.dirname, '../policies/connect.mjs')
/** HTTP, the gateway's internal port, PostgreSQL, DNS. */
const PORTS = [8080, 9090, 5432, 53]

type Connection = { from: PodRules; to: PodRules; port: number; result: string }

/**
 * Connects from each pod to each other pod with and without the network policies, and compares the results with those that
 * the policies allow. Then uses the product with the policies.
 */
export async function checkNetworkPolicies(url: string, note: (finding: string) => void): Promise<void> {
  const input = await readPolicyInput()
  const rules = computePodRules(input)
  const without = await connectAllPairs(rules, input)
  const unreachable = without.filter(({ result }) => !['open', 'closed'].includes(result))
  if (unreachable.length > 0) throw new Error(`Without policies: ${unreachable.map(format).join('\n')}`)

  await using _enforced = await enforcePolicies(input)
  const connections = await connectAllPairs(rules, input)
  const [allowed, refused] = [connections.filter(isAllowed), connections.filter((one) => !isAllowed(one))]
  const wrong = [
    ...allowed.filter(({ result }) => !['open', 'closed'].includes(result)),
    ...refused.filter(({ result }) => result !== 'rejected'),
  ]
  const possible = connections.filter(({ result }) => ['open', 'closed'].includes(result))
  const actual = [...new Set(possible.map(toText))]
    .filter((connection) => !connection.includes('kube-system'))
    .toSorted()
  note(`${without.length} connections among ${rules.length} pods; all possible without policies`)
  note(`with them ${possible.length} possible, ${refused.length} rejected, ${wrong.length} unexpected`)
  note(`possible: ${actual.join(', ')}`)
  if (wrong.length > 0) throw new Error(wrong.slice(0, 10).map(format).join('\n'))
  const expected = await listExpectedConnections(rules)
  const differing = actual
    .filter((connection) => !expected.includes(connection))
    .concat(expected.filter((connection) => !actual.includes(connection)))
  if (differing.length > 0) throw new Error(`The manifests and the cluster differ in ${differing.join(', ')}`)
  note(`the same ${expected.length} as those computed from the rendered manifests`)
  await completeMemberJourney(url, () => undefined)
  note('two members used the product with the policies')
}

const isAllowed = ({ from, to, port }: Connection) => allowsConnection(from, to, port)

async function connectAllPairs(rules: readonly PodRules[], { pods }: PolicyInput): Promise<Connection[]> {
  const connections: Connection[] = []
  for (const from of rules) {
    const targets = rules.filter((to) => to !== from).flatMap((to) => PORTS.map((port) => ({ from, to, port })))
    const pod = pods.find(({ status }) => status.podIP === from.address) as Pod
    const addresses = JSON.stringify(targets.map(({ to, port }) => [to.address, port]))
    const results = JSON.parse(await runInPodNetwork(pod, process.execPath, CONNECT_SCRIPT, addresses)) as string[]
    connections.push(...targets.map((target, index) => ({ ...target, result: results[index] ?? 'unknown' })))
  }
  return connections
}

/** Lists the connections between running workloads that the rendered manifests allow, computed by other code. */
async function listExpectedConnections(rules: readonly PodRules[]): Promise<string[]> {
  const running = new Set(rules.map(toWorkload))
  return listNetworkConnections(await renderKustomization(OVERLAY)).filter((connection) => {
    const [, from = '', to = ''] = /^(\S+) -> (\S+):\d+$/.exec(connection) ?? []
    return running.has(from) && running.has(to)
  })
}

const toText = ({ from, to, port }: Connection) => `${toWorkload(from)} -> ${toWorkload(to)}:${port}`

/** Removes what Kubernetes appends to the name of a workload: the namespace before it, and the pod's part behind it. */
const toWorkload = ({ pod }: PodRules) =>
  pod.replace(/^meadow\//, '').replace(/(-[0-9a-f]{8,10})?-([0-9a-z]{5}|\d+)$/, '')

const format = ({ from, to, port, result }: Connection) => `${from.pod} -> ${to.pod}:${port} is ${result}`
