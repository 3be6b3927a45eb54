import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { DOCUMENT_FILES } from '@meadow/contracts/documents'
import type { RequestHandler } from 'express'
import { isReadRequest } from '../request-method.ts'

/**
 * Only files of this origin, nothing inline. Without Trusted Types: Swagger UI assigns sanitized HTML as text. The sandbox
 * gives the page an origin of its own: its scripts can read no token of the product, and send no cookie.
 */
const DOCS_PAGE_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Browsers do not open a sandboxed page that also isolates its window. */
const DOCS_PAGE_HEADERS = {
  'Content-Security-Policy': DOCS_PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'unsafe-none',
}

/** The files are public. The sandboxed page may load them, although it has another origin. */
const PUBLIC_FILE_HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' }

const require = createRequire(import.meta.url)

const FILES_BY_PATH = {
  '/api/openapi.json': DOCUMENT_FILES.openapi,
  '/api/asyncapi.json': DOCUMENT_FILES.asyncapi,
  '/api/docs': new URL('./page.html', import.meta.url),
  '/api/docs/page.js': new URL('./page.js', import.meta.url),
  '/api/docs/swagger-ui.css': require.resolve('swagger-ui-dist/swagger-ui.css'),
  '/api/docs/swagger-ui-bundle.js': require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
}

/** Creates the handler of the OpenAPI and AsyncAPI documents and of the page that shows them. They need no token. */
export function createApiDocumentRoutes(): RequestHandler {
  const files = new Map(Object.entries(FILES_BY_PATH).map(([path, file]) => [path, readFile(file)]))
  return (request, response, next) => {
    const { path } = request
    const file = files.get(path)
    if (!file || !isReadRequest(request)) return next()
    response.set({ 'Cache-Control': 'no-cache', ETag: file.etag })
    response.set(path === '/api/docs' ? DOCS_PAGE_HEADERS : PUBLIC_FILE_HEADERS)
    response.type(extname(path) || 'html').send(file.body)
  }
}

/** Reads a file. Its `ETag` does not depend on its time: npm sets the same for all files. */
function readFile(file: string | URL): { body: Buffer; etag: string } {
  const body = readFileSync(file)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}
