import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a data folder keeps in the file `name`, made when it is first asked for. */
export async function keptIn(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = join(dataDir, name)
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.trim()) return kept.trim()
  const made = make()
  await writeFile(file, `${made}\n`, { mode: 0o600 })
  return made
}
