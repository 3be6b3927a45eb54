import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The namespace of the product under test. It is the run's own: an installation is in `meadow`. */
export const NAMESPACE = 'meadow-test'

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Runs a program and returns its output. @throws its messages, if it fails */
export function runProgram(program: string, args: readonly string[], input?: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = execFile(program, args, { maxBuffer: MAX_OUTPUT_BYTES }, (error, output, messages) => {
    if (error) reject(new Error(`${program} ${args.join(' ')}: ${messages.trim() || output.trim() || error.message}`))
    else resolve(output)
  })
  child.stdin?.end(input)
  return promise
}

/** Runs kubectl in the namespace of the product. @throws its messages, if it fails */
export const kubectl = (...args: string[]): Promise<string> =>
  runProgram('kubectl', ['--namespace', NAMESPACE, ...args])

/** Applies manifests in a namespace, by default that of the product. */
export const applyManifests = (manifests: object | readonly object[], namespace = NAMESPACE): Promise<string> =>
  runProgram('kubectl', ['apply', '--namespace', namespace, '--filename', '-'], toList(manifests))

const toList = (manifests: object | readonly object[]) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: Array.isArray(manifests) ? manifests : [manifests] })

/** Lists resources, with labels as `kubectl get` selects them. */
export async function listResources<T>(kind: string, ...args: string[]): Promise<T[]> {
  return (JSON.parse(await kubectl('get', kind, '--output', 'json', ...args)) as { items: T[] }).items
}

export async function readResource<T>(kind: string, name: string): Promise<T> {
  return JSON.parse(await kubectl('get', kind, name, '--output', 'json')) as T
}

/** Calls `onChange` with each resource of a collection, such as `api/v1/…/pods`, now and whenever it changes. */
export function watchResources<T>(path: string, onChange: (type: string, resource: T) => void): Disposable {
  const child = spawn('kubectl', ['get', '--raw', `/${path}?watch=1`], { stdio: ['ignore', 'pipe', 'ignore'] })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { type, object } = JSON.parse(line) as { type: string; object: T }
    onChange(type, object)
  })
  return { [Symbol.dispose]: () => child.kill() }
}

/** Forwards a free port of this machine to a port of a pod until disposal. @throws if kubectl ends before it listens */
export async function openPortForward(pod: string, port: number): Promise<Disposable & { port: number }> {
  const args = ['--namespace', NAMESPACE, 'port-forward', '--address', '127.0.0.1', pod, `:${port}`]
  const child = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let own: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    own = /^Forwarding from 127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (own) break
  }
  if (!own) throw new Error(`kubectl does not forward to ${pod}`)
  child.stdout.resume() // it prints a line for each connection
  return { port: Number(own), [Symbol.dispose]: () => child.kill() }
}
