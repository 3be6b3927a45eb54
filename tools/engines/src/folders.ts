import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where downloads, builds, data and logs of the engines are kept: outside the repository, and nothing that is not theirs. */
const home = (): string => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'meadow', 'engines')

/** A folder there, which now exists. */
export function folder(...names: string[]): string {
  const dir = join(home(), ...names)
  mkdirSync(dir, { recursive: true })
  return dir
}
