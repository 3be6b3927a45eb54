import { statSync } from 'node:fs'
import { join } from 'node:path'
import sirv, { type RequestHandler } from 'sirv'

const HASHED = /\.[0-9a-f]{12}\./
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The files of one front end as last built; undefined while it is not built. */
export function openReleases(dist: string): () => RequestHandler | undefined {
  let mark: number | undefined
  let serve: RequestHandler | undefined
  return () => {
    const newest = statSync(join(dist, '.built'), { throwIfNoEntry: false })?.mtimeMs
    if (newest !== mark) serve = newest === undefined ? undefined : open(dist)
    mark = newest
    return serve
  }
}

/** A name with a hash never gets another content; all others are asked for again every time. */
function open(dist: string): RequestHandler {
  return sirv(dist, {
    brotli: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => response.setHeader('Cache-Control', HASHED.test(path) ? FOR_EVER : 'no-cache'),
  })
}
