import type { RequestListener } from 'node:http'
import sirv from 'sirv'

const HASHED_NAME = /\.[0-9a-f]{12}\./
const HIDDEN_PATH = /\/(\.|%2e)/i
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

export type FileHandler = (...request: [...Parameters<RequestListener>, otherwise: () => void]) => void

/**
 * The files of one build, looked up when they are asked for, so that a new build shows without a start. A name with a
 * hash never gets another content; all others are asked for again every time.
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
