import { runProgram } from './kubectl.ts'
import type { Pod } from './resources.ts'

const ctr = async (...args: string[]): Promise<string> => {
  const home = process.env['KUBECONFIG']?.replace(/\/kubeconfig$/, '')
  return runProgram('ctr', ['--address', `${home}/containerd.sock`, '--namespace', 'k8s.io', ...args])
}

/** Returns the id of the process of the first container of a pod on the node. @throws if it does not run */
export async function findProcessId(pod: Pod): Promise<number> {
  const id = pod.status.containerStatuses?.[0]?.containerID?.replace('containerd://', '')
  const tasks = (await ctr('tasks', 'list')).split('\n').map((line) => line.split(/\s+/))
  const pid = tasks.find(([container]) => id !== undefined && container === id)?.[1]
  if (!pid) throw new Error(`The pod ${pod.metadata.name} has no running container`)
  return Number(pid)
}

/** Runs a program in the network of a pod, with the files of the node. Works for images without a shell. */
export async function runInPodNetwork(pod: Pod, program: string, ...args: string[]): Promise<string> {
  return runProgram('nsenter', [`--net=/proc/${await findProcessId(pod)}/ns/net`, program, ...args])
}

/** Copies images of the container engine to the node. */
export async function importImages(images: readonly string[]): Promise<void> {
  await runProgram('bash', [`${import.meta.dirname}/../../cluster.sh`, 'import', ...images])
}
