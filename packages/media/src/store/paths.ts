import { extname } from 'node:path'

/** What we store, by extension: the path alone says the type, so that no adapter needs a place for it. */
const TYPES: Readonly<Record<string, string>> = { '.webp': 'image/webp' }

/** Lower-case segments and an extension: nothing that a file system could read as another place. */
const PATH = /^(?:[a-z0-9][a-z0-9_-]{0,99}\/){0,8}[a-z0-9][a-z0-9_-]{0,99}\.[a-z0-9]{1,8}$/

/** The type that `path` says. @throws on a path that we would not have made */
export function typeOf(path: string): string {
  const type = TYPES[extname(path)]
  if (!PATH.test(path) || !type) throw new Error(`Not a media path: ${JSON.stringify(path.slice(0, 200))}`)
  return type
}

/** @throws when `path` is none of ours or says another type */
export function checkType(path: string, type: string): void {
  if (typeOf(path) !== type) throw new Error(`${path} cannot hold ${type}`)
}
