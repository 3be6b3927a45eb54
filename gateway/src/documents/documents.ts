import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { DOCUMENT_FILES } from '@meadow/contracts/documents'
import { type RequestHandler, Router } from 'express'

/** Everything from here, nothing inline. Trusted types are left out: Swagger UI sets what it sanitised as plain text. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const require = createRequire(import.meta.url)

const FILES = {
  '/api/openapi.json': DOCUMENT_FILES.openapi,
  '/api/asyncapi.json': DOCUMENT_FILES.asyncapi,
  '/api/docs': new URL('./page.html', import.meta.url),
  '/api/docs/page.js': new URL('./page.js', import.meta.url),
  '/api/docs/swagger-ui.css': require.resolve('swagger-ui-dist/swagger-ui.css'),
  '/api/docs/swagger-ui-bundle.js': require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
}

/** The documents of all calls and events, and a page to read them. Nobody needs to sign in for it. */
export function documents(): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [path, file] of Object.entries(FILES)) {
    const body = readFileSync(file)
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"` // the times of files from npm are all the same
    router.get(path, (_request, response) => {
      response.set({ 'Cache-Control': 'no-cache', ETag: etag })
      if (path === '/api/docs') response.set('Content-Security-Policy', PAGE_POLICY)
      response.type(extname(path) || 'html').send(body)
    })
  }
  return router
}
