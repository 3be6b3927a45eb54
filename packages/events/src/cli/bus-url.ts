import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readVariable } from '@meadow/service'

const PROJECT_ROOT = resolve(import.meta.dirname, '../../../..')

/**
 * Reads the URL of the bus from `BUS_URL`, the file that `BUS_URL_FILE` names, or the data folder of `npm start`.
 * @throws Error if none has one, or if the file cannot be read
 */
export async function readBusUrl(environment: Record<string, string | undefined>): Promise<string> {
  const { DATA_DIR: dataDir, INIT_CWD: workingDir = process.cwd() } = environment
  const busUrl = readVariable('BUS_URL', environment)
  if (busUrl) return busUrl
  const file = resolve(...(dataDir ? [workingDir, dataDir] : [PROJECT_ROOT, '.meadow']), 'bus-url')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    const advice = 'Set BUS_URL, or set DATA_DIR if `npm start` uses another data folder.'
    throw new Error(`No event bus found: BUS_URL is not set, and Meadow is not running here.\n${advice}`, { cause })
  }
}
