import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export const NAMESPACE = 'meadow'

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

/** Applies manifests. */
export const applyManifests = (manifests: object | readonly object[]): Promise<string> =>
  runProgram('kubectl', ['apply', '--namespace', NAMESPACE, '--filename', '-'], toList(manifests))

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
