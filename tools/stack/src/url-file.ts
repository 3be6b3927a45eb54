import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a URL to a file of the data folder while the installation runs: `bus-url` for the command line, `store-url` for
 * database tools. The URL contains a password, so only the user can read the file.
 */
export async function createUrlFile(
  dataDir: string,
  name: 'bus-url' | 'store-url',
  url: string,
): Promise<{ remove(): Promise<void> }> {
  const file = join(dataDir, name)
  const remove = () => rm(file, { force: true })
  await remove() // an existing file would keep its mode
  await writeFile(file, `${url}\n`, { mode: 0o600, flag: 'wx' })
  return { remove }
}
