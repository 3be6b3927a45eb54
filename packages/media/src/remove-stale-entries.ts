import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the entries of `folder` whose names begin with `prefix` and that were last modified before `before`. */
export async function removeStaleEntries(folder: string, prefix: string, before: Date): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix))
  for (const path of names.map((name) => join(folder, name))) {
    const stats = await lstat(path).catch(() => undefined) // its writer may have removed it meanwhile
    if (stats && stats.mtime < before) await rm(path, { recursive: true, force: true })
  }
}
