import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Returns the folder of downloads, builds, data and logs of the engines, outside the repository. */
const getCacheFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'meadow', 'engines')

/** Creates a folder there and returns its path. */
export function ensureFolder(...names: string[]): string {
  const dir = join(getCacheFolder(), ...names)
  mkdirSync(dir, { recursive: true })
  return dir
}
