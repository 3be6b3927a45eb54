import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isBlockedPort } from './free-port.ts'

export type StackOptions = {
  port: number
  dataDir: string
  /** Serves the front ends from their sources and restarts processes whose files change. */
  development?: boolean
  /** Uses the engines of a large installation instead of PostgreSQL and files. */
  engines?: boolean
  /** The number of processes of each scalable program: gateway, posts, chat and notify. @default 1 */
  instances?: number
  /** Starts without the demo community. */
  empty?: boolean
}

const USAGE = 'npm start -- [--port NUMBER] [--data DIR] [--engines] [--instances NUMBER] [--empty]'
const MAX_INSTANCES = 9
const ROOT = resolve(import.meta.dirname, '../../..')

/** Parses the options of `npm start`. An option wins over the environment. @throws if an option is invalid */
export function parseStackOptions(args: string[], environment: NodeJS.ProcessEnv): StackOptions {
  const { port, data, development = false, engines = false, instances = '1', empty = false } = parseArguments(args)
  const callerDir = environment['INIT_CWD'] ?? process.cwd() // npm changes the working directory
  const dataDir = data ?? (environment['DATA_DIR'] || undefined)
  return {
    port: parsePort(port ?? (environment['PORT'] || '5000')),
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

function parseInstances(text: string): number {
  const instances = /^\d$/.test(text) ? Number(text) : 0
  if (instances < 1) throw new Error(`The number of instances must be 1 to ${MAX_INSTANCES}, not '${text}'`)
  return instances
}
