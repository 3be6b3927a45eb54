import { REMOTE_NAMES } from '../../remote-routes.ts'

/** The content of `release.json` (tools/build/webpack/release-plugin.mjs). */
export type ReleaseList = {
  /** The front end. */
  name: string
  build: string
  /**
   * The order of the releases of a front end: the time of the build, or of a rollback to it, in ms since 1970. Builds of
   * older versions have none.
   */
  releasedAt?: number
  /** The path of the file without a hash in its name, from which a page starts. */
  entry: string
  /** The hash of the entry, in the format of subresource integrity. */
  entryIntegrity: string
  /** The paths of the hashed files. */
  files: string[]
  bytes: number
}

/** The path of the release list of each front end. */
export const RELEASE_LIST_PATHS: readonly string[] = [
  '/release.json',
  ...REMOTE_NAMES.map((name) => `/mf/${name}/release.json`),
]

/** Returns true if a response has the form of a release list, with paths of this origin only. */
export function isReleaseList(value: unknown): value is ReleaseList {
  if (typeof value !== 'object' || value === null) return false
  const { name, build, releasedAt = 0, entry, entryIntegrity, files, bytes } = value as Record<string, unknown>
  const areStrings = [name, build, entry, entryIntegrity].every((text) => typeof text === 'string' && text !== '')
  const areNumbers = [releasedAt, bytes].every((number) => typeof number === 'number')
  return areStrings && areNumbers && Array.isArray(files) && [entry, ...files].every(isPath)
}

const isPath = (path: unknown) => typeof path === 'string' && /^\/(?!\/)/.test(path)
