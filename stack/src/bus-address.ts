import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the command line finds the bus while this installation runs. The address opens the store: for its user only. */
export async function noteBusAddress(dataDir: string, url: string): Promise<{ forget(): Promise<void> }> {
  const file = join(dataDir, 'bus-url')
  const forget = () => rm(file, { force: true })
  await forget() // what is there already would keep its mode
  await writeFile(file, `${url}\n`, { mode: 0o600, flag: 'wx' })
  return { forget }
}
