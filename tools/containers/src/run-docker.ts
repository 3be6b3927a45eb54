import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

export const ROOT = resolve(import.meta.dirname, '../../..')
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Runs `docker` and returns its output. @throws an error with its messages if it fails */
export async function docker(...args: string[]): Promise<string> {
  const options = { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES }
  return (await promisify(execFile)('docker', args, options)).stdout.trim()
}

/** Runs `docker` with its output on the terminal and with additional variables. @throws if it fails */
export async function runDocker(args: string[], variables: Record<string, string>): Promise<void> {
  const child = spawn('docker', args, {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`docker ${args.slice(0, 2).join(' ')} failed`)
}
