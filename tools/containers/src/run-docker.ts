import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

export const ROOT = resolve(import.meta.dirname, '../../..')
const ENGINE_SCRIPT = resolve(ROOT, 'tools/containers/engine/engine.sh')
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Returns the environment for `docker`, with the address of the engine of engine.sh where the machine has no other. */
function readDockerEnvironment(): NodeJS.ProcessEnv {
  const output = execFileSync('bash', ['-c', 'eval "$(bash "$0" env)"; env -0', ENGINE_SCRIPT], { encoding: 'utf8' })
  return Object.fromEntries(
    output.split('\0').flatMap((line) => {
      const end = line.indexOf('=')
      return end > 0 ? [[line.slice(0, end), line.slice(end + 1)]] : []
    }),
  )
}

let environment: NodeJS.ProcessEnv | undefined
const getDockerEnvironment = () => {
  environment ??= readDockerEnvironment()
  return environment
}

/** Runs `docker` and returns its output. @throws an error with its messages if it fails */
export async function docker(...args: string[]): Promise<string> {
  const options = { env: getDockerEnvironment(), cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES }
  return (await promisify(execFile)('docker', args, options)).stdout.trim()
}

/** Runs `docker` with its output on the terminal and with additional variables. @throws if it fails */
export async function runDocker(args: string[], variables: Record<string, string>): Promise<void> {
  const child = spawn('docker', args, {
    cwd: ROOT,
    env: { ...getDockerEnvironment(), ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`docker ${args.slice(0, 2).join(' ')} failed`)
}
