import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { applyManifests, kubectl, NAMESPACE } from '../cluster/kubectl.ts'

const ROUNDS = 5
const INTERVAL_MS = 20
/** Three times as long as CoreDNS here repeats that there is no such name (`cache 5`). */
const TIMEOUT_MS = 15_000

/**
 * Measures the time from the creation of a Service until its name resolves, while it is asked for all the time: the DNS
 * server must see the Service, and must not repeat its earlier answer that there is none.
 */
export async function measureNameResolution(note: (finding: string) => void): Promise<void> {
  const resolver = new Resolver()
  const { spec } = JSON.parse(
    await kubectl('get', 'service', 'kube-dns', '--namespace', 'kube-system', '--output', 'json'),
  )
  resolver.setServers([spec.clusterIP])
  const delays: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const name = `name-test-${round}`
    const resolves = () =>
      resolver.resolve4(`${name}.${NAMESPACE}.svc.cluster.local`).then(
        () => true,
        () => false,
      )
    await kubectl('delete', 'service', name, '--ignore-not-found')
    if (await resolves()) throw new Error(`${name} resolves before it exists`)
    let createdAt = 0
    const creating = applyManifests({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      spec: { ports: [{ port: 80 }] },
    }).then(() => (createdAt = performance.now()))
    const deadline = performance.now() + TIMEOUT_MS
    while (!(await resolves())) {
      if (performance.now() > deadline) throw new Error(`${name} does not resolve within ${TIMEOUT_MS / 1000} s`)
      await delay(INTERVAL_MS)
    }
    const resolvedAt = performance.now()
    await creating
    delays.push(Math.round(resolvedAt - createdAt))
    await kubectl('delete', 'service', name)
  }
  note(`milliseconds after the creation was acknowledged: ${delays.join(', ')}`)
}
