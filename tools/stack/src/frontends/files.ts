import type { RequestListener } from 'node:http'
import sirv from 'sirv'

const HASHED = /\.[0-9a-f]{12}\./
const HIDDEN = /\/(\.|%2e)/i
const FOR_EVER = 'public, max-age=31536000, immutable'

export type Files = (...request: [...Parameters<RequestListener>, otherwise: () => void]) => void

/**
 * The files of one build, looked up when they are asked for, so that a new build shows without a start. A name with a
 * hash never gets another content; all others are asked for again every time.
 */
export function openFiles(dist: string): Files {
  const serve = sirv(dist, {
    dev: true,
    brotli: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => response.setHeader('Cache-Control', HASHED.test(path) ? FOR_EVER : 'no-cache'),
  })
  return (request, response, otherwise) => {
    if (HIDDEN.test(request.url ?? '')) otherwise()
    else serve(request, response, otherwise)
  }
}
