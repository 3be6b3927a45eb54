import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { applyServiceStoreUrl, readVariable } from '@meadow/service'

const PROJECT_ROOT = resolve(import.meta.dirname, '../../..')

type Variables = Record<string, string | undefined>

/** Returns the data folder of `npm start`, for a command that a member of the team runs beside it. */
export function findDataFolder({ DATA_DIR: dataDir, INIT_CWD: workingDir = process.cwd() }: Variables): string {
  return resolve(...(dataDir ? [workingDir, dataDir] : [PROJECT_ROOT, '.meadow']))
}

/**
 * Reads the URL of a service's store from the environment of the service, or else from the data folder of the running `npm start`.
 * @throws Error if neither has one
 */
export async function findStoreUrl(service: string, environment: Variables): Promise<string> {
  const namedUrl = readVariable('STORE_URL', applyServiceStoreUrl(service, environment))
  const url =
    namedUrl ?? (await readFile(resolve(findDataFolder(environment), 'store-url'), 'utf8').catch(() => '')).trim()
  if (url !== '') return url
  const advice = 'Set STORE_URL, or set DATA_DIR if `npm start` uses another data folder.'
  throw new Error(`No store of ${service} found: STORE_URL is not set, and Meadow is not running here.\n${advice}`)
}
