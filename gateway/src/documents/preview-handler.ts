import type { Logger } from '@meadow/service'
import type { RequestHandler } from 'express'
import { cleanResponseHeaders } from '../proxied-headers.ts'
import { readOrigin } from '../request-host.ts'
import { SHELL_ROUTE } from '../routes.ts'
import type { GetUpstreamPool } from '../upstreams/upstream-pools.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'
import { insertPreview } from './insert-preview.ts'
import { PREVIEWED_PAGES } from './page-preview.ts'

/** The longest delay of a page for the sake of its preview: as long as the gateway waits for a service. */
const PREVIEW_TIMEOUT_MS = 4_000

/** Headers that the upstreams get, which the gateway itself has set. Not the token: a preview is for everyone. */
const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id', 'traceparent']
/** Headers that describe the document of the shell as it was before the preview was inserted. */
const DROPPED_HEADERS = ['accept-ranges', 'content-encoding', 'content-length', 'etag', 'last-modified']

type PreviewHandlerDeps = { upstreams: Upstreams; getPool: GetUpstreamPool; isDraining: () => boolean; log: Logger }

/**
 * Creates the handler of the pages that guests may read: it sends the document of the shell with a preview in it. Where a guest
 * sees nothing, or an upstream fails, it leaves the request to the next handler, which sends the document as it is.
 */
export function createPreviewHandler({ upstreams, getPool, isDraining, log }: PreviewHandlerDeps): RequestHandler {
  return async (request, response, next) => {
    const page = request.method === 'GET' && PREVIEWED_PAGES.find(({ path }) => path.test(request.path))
    if (!page) return next()
    const [, segment = ''] = page.path.exec(request.path) ?? []
    const ofCaller = FORWARDED_HEADERS.map((name) => [name, request.headers[name]])
    const headers = { ...Object.fromEntries(ofCaller), accept: 'text/html, application/json' }
    const signal = AbortSignal.timeout(PREVIEW_TIMEOUT_MS)
    const read = async (route: Parameters<Upstreams['find']>[0], path: string) => {
      const pool = getPool(upstreams.find(route).instances.pick())
      const { statusCode, headers: received, body } = await pool.request({ path, method: 'GET', headers, signal })
      return { isFound: statusCode === 200, headers: received, text: await body.text() }
    }
    const readPreview = async () => {
      const { isFound, text } = await read(page, page.toCallPath(segment))
      return isFound ? page.toPreview(JSON.parse(text)) : undefined
    }
    const reading = Promise.all([readPreview(), read(SHELL_ROUTE, request.path)])
    const [preview, shell] = await reading.catch((error) => {
      log.info({ err: error }, 'a page is sent without its preview')
      return []
    })
    if (!preview || !shell?.isFound) return next()
    const closesConnection = isDraining() || !response.shouldKeepAlive
    const shellHeaders = cleanResponseHeaders(shell.headers, { closesConnection })
    for (const name of DROPPED_HEADERS) delete shellHeaders[name]
    const url = new URL(request.path, readOrigin(request))
    response.locals['route'] = SHELL_ROUTE.prefix
    response.writeHead(200, shellHeaders).end(insertPreview(shell.text, preview, url))
  }
}
