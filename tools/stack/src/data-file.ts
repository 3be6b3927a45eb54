import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads the value in the file `name` of the data folder. Creates the file with `createValue` if it is missing. */
export async function readOrCreateDataFile(dataDir: string, name: string, createValue: () => string): Promise<string> {
  const file = join(dataDir, name)
  const stored = await readFile(file, 'utf8').catch(() => '')
  if (stored.trim()) return stored.trim()
  const created = createValue()
  await writeFile(file, `${created}\n`, { mode: 0o600 })
  return created
}
