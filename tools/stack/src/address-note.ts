import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Notes in a data folder where something is while the installation runs: `bus-url` for the command line, `store-url` for
 * whoever looks into the databases. An address opens what it names: for its user only.
 */
export async function noteAddress(
  dataDir: string,
  name: 'bus-url' | 'store-url',
  url: string,
): Promise<{ forget(): Promise<void> }> {
  const file = join(dataDir, name)
  const forget = () => rm(file, { force: true })
  await forget() // what is there already would keep its mode
  await writeFile(file, `${url}\n`, { mode: 0o600, flag: 'wx' })
  return { forget }
}
