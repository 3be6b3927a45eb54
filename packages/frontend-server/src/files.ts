import type { RequestListener } from 'node:http'
import sirv from 'sirv'

const HASHED_NAME = /\.[0-9a-f]{12}\./
const HIDDEN_PATH = /\/(\.|%2e)/i
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

export type FileHandler = (...request: [...Parameters<RequestListener>, otherwise: () => void]) => void

/**
 * Serves the files of one build. Looks each file up at the request, so that a new build needs no restart. Files with a hash
 * in their name are cached for a year; browsers revalidate the others every time.
 */
export function createFileHandler(dist: string): FileHandler {
  const serve = sirv(dist, {
    dev: true,
    brotli: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) =>
      response.setHeader('Cache-Control', HASHED_NAME.test(path) ? IMMUTABLE_CACHE_CONTROL : 'no-cache'),
  })
  return (request, response, otherwise) => {
    if (HIDDEN_PATH.test(request.url ?? '')) otherwise()
    else serve(request, response, otherwise)
  }
}
