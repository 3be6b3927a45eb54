import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the entries of `folder` that are called `prefix…` and were last written before `before`. */
export async function removeOld(folder: string, prefix: string, before: Date): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix))
  for (const path of names.map((name) => join(folder, name))) {
    const found = await lstat(path).catch(() => undefined) // whoever wrote it may have ended meanwhile
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true })
  }
}
