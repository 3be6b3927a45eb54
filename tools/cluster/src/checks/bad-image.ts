import { listPodsOf, setImage, type Workload, waitForReadyPods, waitForRollout } from '../cluster/deployments.ts'
import { kubectl, runProgram } from '../cluster/kubectl.ts'
import { waitUntil } from '../cluster/wait-until.ts'
import { type LoadImages, toImage } from '../deploy/images.ts'

const BROKEN_IMAGE = toImage('posts', 'broken')

/** Builds a version of posts that starts but never listens, and copies it to the nodes. */
export async function buildBrokenImage(loadImages: LoadImages): Promise<void> {
  const dockerfile = `FROM ${toImage('posts')}\nCMD ["node", "-e", "setInterval(() => {}, 1000)"]\n`
  await runProgram('docker', ['build', '--quiet', '--tag', BROKEN_IMAGE, '-'], dockerfile)
  await loadImages([BROKEN_IMAGE])
}

/** Rolls out a version that never becomes ready: the old one goes on serving, and `rollout undo` ends the attempt. */
export async function rollOutBrokenImage(note: (finding: string) => void): Promise<void> {
  const workload: Workload = 'deployment/posts'
  const replicas = (await listPodsOf(workload)).length
  await setImage(workload, BROKEN_IMAGE)
  await waitUntil(async () => {
    const pods = await listPodsOf(workload)
    if (!pods.some(({ spec }) => spec.containers[0]?.image === BROKEN_IMAGE)) throw new Error('It has not started')
  })
  const status = await kubectl('rollout', 'status', workload, '--timeout=15s').catch((error: Error) => error.message)
  if (status.includes('successfully rolled out')) throw new Error('The version that never listens became ready')
  await waitForReadyPods(workload, replicas)
  note(`after 15 s: ${status.trim().split('\n').at(-1)}; ${replicas} pods of the old version are ready`)
  await kubectl('rollout', 'undo', workload)
  await waitForRollout(workload)
  note('rollout undo: the old version is complete again')
}
