import { isReady, listPodsOf, type Workload } from '../cluster/deployments.ts'
import { kubectl, readResource } from '../cluster/kubectl.ts'
import type { Pod } from '../cluster/resources.ts'
import { waitUntil } from '../cluster/wait-until.ts'
import type { ProductLoad } from '../load/product-load.ts'

/**
 * Ends the first process of a container at once, as SIGKILL does: no handler runs and nothing is flushed. The kernel ignores
 * SIGKILL from inside of the container for this process, so its debugger, which SIGUSR1 opens, is told to end it. Node waits
 * for debuggers before it ends, so this one leaves first.
 */
const END_FIRST_PROCESS = `
process.kill(1, 'SIGUSR1')
const findDebugger = () => fetch('http://127.0.0.1:9229/json/list').then(
  async (response) => (await response.json())[0].webSocketDebuggerUrl,
  () => new Promise((resolve) => setTimeout(resolve, 50)).then(findDebugger),
)
findDebugger().then((url) => {
  const socket = new WebSocket(url)
  const params = { expression: 'setTimeout(() => process.reallyExit(137), 100), undefined' }
  socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
  socket.onmessage = () => process.exit()
})`

/** Kills the process of one pod and waits until it is ready again. */
export async function killPod(load: ProductLoad, workload: Workload, note: (finding: string) => void): Promise<void> {
  const [pod] = (await listPodsOf(workload)) as [Pod]
  const { name } = pod.metadata
  const restarts = countRestarts(pod)
  const startedAt = performance.now()
  load.noteKill()
  // The restart shows whether it has worked
  const result = await kubectl('exec', name, '--', 'node', '-e', END_FIRST_PROCESS).catch(String)
  await waitUntil(async () => {
    const now = await readResource<Pod>('pod', name)
    if (countRestarts(now) === restarts || !isReady(now)) throw new Error(`${name} is not ready again. ${result}`)
  })
  note(`${name}: ready again after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}

const countRestarts = ({ status }: Pod): number => status.containerStatuses?.[0]?.restartCount ?? 0
