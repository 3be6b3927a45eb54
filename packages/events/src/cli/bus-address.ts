import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../../..')

/** The address of the bus: from the environment, else from the data folder of `npm start`. @throws a sentence */
export async function busAddress(environment: Record<string, string | undefined>): Promise<string> {
  const { BUS_URL: given, DATA_DIR: dataDir, INIT_CWD: here = process.cwd() } = environment
  if (given) return given
  const file = resolve(...(dataDir ? [here, dataDir] : [ROOT, '.meadow']), 'bus-url')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    const advice = 'Set BUS_URL, or DATA_DIR where `npm start` runs on a folder of its own.'
    throw new Error(
      `There is no address of an event bus: BUS_URL is not set, and Meadow does not run here.\n${advice}`,
      {
        cause,
      },
    )
  }
}
