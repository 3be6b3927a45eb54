import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isBlocked } from './blocked-ports.ts'

export type Options = {
  port: number
  dataDir: string
  /** Front ends from their sources, and whatever is changed starts again. */
  development?: boolean
  /** On the engines of a large installation in place of PostgreSQL and files. */
  engines?: boolean
  /** How many processes there are of each that may have several: gateway, posts, chat and notify. @default 1 */
  instances?: number
  /** Without the demo community. */
  empty?: boolean
}

const USAGE = 'npm start -- [--port NUMBER] [--data DIR] [--engines] [--instances NUMBER] [--empty]'
const INSTANCES_MAX = 9
const ROOT = resolve(import.meta.dirname, '../../..')

/**
 * What `npm start` was asked for: by option, else by environment, else as always. @throws a sentence when it makes no sense
 */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): Options {
  const { port, data, development = false, engines = false, instances = '1', empty = false } = parse(args)
  const here = environment['INIT_CWD'] ?? process.cwd() // where npm was called, not where it runs us
  const dataDir = data ?? (environment['DATA_DIR'] || undefined)
  return {
    port: toPort(port ?? (environment['PORT'] || '5000')),
    dataDir: dataDir === undefined ? resolve(ROOT, '.meadow') : resolve(here, dataDir),
    development,
    engines,
    instances: toInstances(instances),
    empty,
  }
}

function parse(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        empty: { type: 'boolean' },
        engines: { type: 'boolean' },
        instances: { type: 'string' },
        development: { type: 'boolean' }, // said by `npm run dev`
      },
    })
    return values
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\nUse: ${USAGE}`, { cause })
  }
}

function toPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new Error(`A port is a number from 1 to 65535, not '${text}'`)
  if (isBlocked(port)) throw new Error(`Browsers refuse to open pages on port ${port}; choose another one`)
  return port
}

function toInstances(text: string): number {
  const instances = /^\d$/.test(text) ? Number(text) : 0
  if (instances < 1) throw new Error(`There may be 1 to ${INSTANCES_MAX} instances, not '${text}'`)
  return instances
}
