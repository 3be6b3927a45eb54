import { extname } from 'node:path'

/** The stored types by file extension: pictures, recordings, videos, and the parts and zips of exports. Adapters derive the type from the path. */
const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.m4a': 'audio/mp4',
  '.webm': 'audio/webm',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.mkv': 'video/x-matroska',
  '.tar': 'application/x-tar',
  '.zip': 'application/zip',
}

/** Lower-case segments and an extension. No path can leave the folder, such as by `..`. */
const MEDIA_PATH_PATTERN = /^(?:[a-z0-9][a-z0-9_-]{0,99}\/){0,8}[a-z0-9][a-z0-9_-]{0,99}\.[a-z0-9]{1,8}$/

/** Returns true if a file with this path can be in a media store. */
export const isMediaPath = (path: string): boolean =>
  MEDIA_PATH_PATTERN.test(path) && TYPE_BY_EXTENSION[extname(path)] !== undefined

/** Returns the MIME type of a media path by its extension. @throws Error when it is not a valid media path */
export function toMediaType(path: string): string {
  const type = TYPE_BY_EXTENSION[extname(path)]
  if (!MEDIA_PATH_PATTERN.test(path) || !type)
    throw new Error(`Not a media path: ${JSON.stringify(path.slice(0, 200))}`)
  return type
}

/** @throws Error when `path` is not a valid media path of that type */
export function assertMediaType(path: string, type: string): void {
  if (toMediaType(path) !== type) throw new Error(`${path} is not a path for ${type}`)
}
