import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isBlockedPort } from './free-port.ts'
import { isListenAddress } from './network-urls.ts'

export type StackOptions = {
  port: number
  /** The address on which the gateway listens. @default 127.0.0.1 */
  host?: string
  dataDir: string
  /** Serves the front ends from their sources and restarts processes whose files change. */
  development?: boolean
  /** Uses the engines of a large installation instead of PostgreSQL and files. */
  engines?: boolean
  /** The number of processes of each scalable program: gateway and services. @default 1 */
  instances?: number
  /** Starts without the demo community. */
  empty?: boolean
}

const USAGE = 'npm start -- [--port NUMBER] [--host ADDRESS] [--data DIR] [--engines] [--instances NUMBER] [--empty]'
export const DEFAULT_HOST = '127.0.0.1'
const MAX_INSTANCES = 9
const ROOT = resolve(import.meta.dirname, '../../..')

/** Parses the options of `npm start`. An option wins over the environment. @throws if an option is invalid */
export function parseStackOptions(args: string[], environment: NodeJS.ProcessEnv): StackOptions {
  const { port, host, data, instances = '1', ...flags } = parseArguments(args)
  const { development = false, engines = false, empty = false } = flags
  const callerDir = environment['INIT_CWD'] ?? process.cwd() // npm changes the working directory
  const dataDir = data ?? (environment['DATA_DIR'] || undefined)
  return {
    port: parsePort(port ?? (environment['PORT'] || '5000')),
    host: host === undefined ? findHost(environment) : parseHost(host),
    dataDir: dataDir === undefined ? resolve(ROOT, '.meadow') : resolve(callerDir, dataDir),
    development,
    engines,
    instances: parseInstances(instances),
    empty,
  }
}

function parseArguments(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        empty: { type: 'boolean' },
        engines: { type: 'boolean' },
        instances: { type: 'string' },
        development: { type: 'boolean' }, // set by `npm run dev`
      },
    })
    return values
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\nUsage: ${USAGE}`, { cause })
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new Error(`The port must be a number from 1 to 65535, not '${text}'`)
  if (isBlockedPort(port)) throw new Error(`Browsers block port ${port}. Choose another one.`)
  return port
}

function parseHost(host: string): string {
  if (isListenAddress(host)) return host
  throw new Error(`The host must be an address of this machine, or 0.0.0.0 for all of them, not '${host}'`)
}

/** Returns the address in `HOST`. Some shells set it to the name of the machine, which is ignored. */
const findHost = ({ HOST = '' }: NodeJS.ProcessEnv): string => (isListenAddress(HOST) ? HOST : DEFAULT_HOST)

function parseInstances(text: string): number {
  const instances = /^\d$/.test(text) ? Number(text) : 0
  if (instances < 1) throw new Error(`The number of instances must be 1 to ${MAX_INSTANCES}, not '${text}'`)
  return instances
}
