import { applyManifests, kubectl, readResource } from '../cluster/kubectl.ts'
import type { Pod } from '../cluster/resources.ts'
import { waitUntil } from '../cluster/wait-until.ts'

type Variable = { name: string; value: string }

/** A wrong configuration of a pod. It ends with one sentence that contains `says`, or it waits and is not ready. */
type BadInput = { name: string; change: (variables: Variable[]) => Variable[]; says: RegExp; waits?: boolean }

const SERVICE = 'notify'
/** A line at each change of state, not at each attempt. */
const MAX_LINES_OF_WAITING = 10

const set = (name: string, value: string) => (variables: Variable[]) => [
  ...variables.filter((one) => one.name.replace(/_FILE$/, '') !== name.replace(/_FILE$/, '')),
  { name, value },
]

const BAD_INPUTS: readonly BadInput[] = [
  { name: 'missing-variable', change: (all) => all.filter((one) => one.name !== 'STORE_URL_FILE'), says: /STORE_URL/ },
  { name: 'missing-secret', change: set('STORE_URL_FILE', '/run/secrets/meadow/MISSING'), says: /STORE_URL/ },
  { name: 'wrong-scheme', change: set('STORE_URL', 'mysql://notify:secret@mysql/notify'), says: /STORE_URL/ },
  {
    name: 'no-engine',
    change: set('STORE_URL', 'postgres://notify:secret@no-such-engine:5432'),
    says: /no-such-engine|store|database/i,
    waits: true,
  },
]

/** Starts a service with each bad input, all at once, and checks its log and its exit code. */
export async function checkBadInputs(note: (finding: string) => void): Promise<void> {
  const results = await Promise.allSettled(BAD_INPUTS.map(checkBadInput))
  for (const result of results) note(result.status === 'fulfilled' ? result.value : String(result.reason))
  const failed = results.filter(({ status }) => status === 'rejected')
  if (failed.length > 0) throw new Error(`${failed.length} of ${results.length} bad inputs`)
}

async function checkBadInput({ name, change, says, waits = false }: BadInput): Promise<string> {
  const pod = `bad-input-${name}`
  const { spec } = await readResource<{ spec: { template: { spec: PodSpec } } }>('deployment', SERVICE)
  const [container] = spec.template.spec.containers as [Container]
  const { startupProbe: _startup, ...rest } = container
  const containers = [{ ...rest, env: change(container.env) }]
  await kubectl('delete', 'pod', pod, '--ignore-not-found')
  await applyManifests({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: pod, labels: { 'app.kubernetes.io/name': pod } },
    spec: { ...spec.template.spec, topologySpreadConstraints: undefined, containers },
  })
  try {
    return waits ? await watchWaitingPod(pod, says) : await watchFailingPod(pod, says)
  } finally {
    await kubectl('delete', 'pod', pod, '--wait=false')
  }
}

type Container = { name: string; env: Variable[]; startupProbe?: object }
type PodSpec = { containers: Container[] }

/** Waits for the second start of a pod, whose log of the first one must be one sentence. */
async function watchFailingPod(pod: string, says: RegExp): Promise<string> {
  const exitCode = await waitUntil(async () => {
    const [status] = (await readResource<Pod>('pod', pod)).status.containerStatuses ?? []
    const { restartCount = 0, lastState } = (status ?? {}) as ContainerStatus
    if (restartCount < 2) throw new Error(`${pod} has started ${restartCount + 1} times`)
    return lastState?.terminated?.exitCode
  })
  const lines = (await readPreviousLog(pod)).trim().split('\n')
  const finding = `${pod}: exit code ${exitCode}, ${lines.length} line: ${lines[0]}`
  if (lines.length !== 1 || !says.test(lines[0] ?? '') || !exitCode) throw new Error(finding)
  if (lines[0]?.includes('secret@')) throw new Error(`The log of ${pod} contains a password`)
  return finding
}

/** The kubelet removes the container of the last start but one while it starts the next. */
const readPreviousLog = (pod: string): Promise<string> =>
  waitUntil(async () => {
    const log = await kubectl('logs', pod, '--previous')
    if (log.startsWith('unable to retrieve')) throw new Error(log)
    return log
  })

type ContainerStatus = { restartCount?: number; lastState?: { terminated?: { exitCode: number; finishedAt: string } } }

/** A pod that waits for its engine runs and is not ready, and does not fill its log. */
async function watchWaitingPod(pod: string, says: RegExp): Promise<string> {
  const text = await waitUntil(async () => {
    const log = await kubectl('logs', pod)
    if (!says.test(log)) throw new Error(`The log of ${pod} does not say what is missing: ${log}`)
    return log
  })
  const lines = text.trim().split('\n')
  const { status } = await readResource<Pod>('pod', pod)
  const [container] = status.containerStatuses ?? []
  const finding = `${pod}: ${container?.ready ? 'ready' : 'not ready'}, ${container?.restartCount} restarts, ${lines.length} lines: ${lines.at(-1)}`
  if (container?.ready || container?.restartCount || lines.length > MAX_LINES_OF_WAITING) throw new Error(finding)
  return finding
}
