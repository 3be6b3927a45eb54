import type { Logger } from '@meadow/service'
import type { RequestHandler } from 'express'
import { cleanResponseHeaders } from '../proxied-headers.ts'
import { readOrigin } from '../request-host.ts'
import { SHELL_ROUTE } from '../routes.ts'
import { type GuestReaderDeps, readAsGuestOf } from './guest-reader.ts'
import { insertPreview } from './insert-preview.ts'
import { PREVIEWED_PAGES } from './page-preview.ts'

/** Headers that describe the document of the shell as it was before the preview was inserted. */
const DROPPED_HEADERS = ['accept-ranges', 'content-encoding', 'content-length', 'etag', 'last-modified']

type PreviewHandlerDeps = GuestReaderDeps & { isDraining: () => boolean; log: Logger }

/**
 * Creates the handler of the pages that guests may read: it sends the document of the shell with a preview in it. Where a guest
 * sees nothing, or an upstream fails, it leaves the request to the next handler, which sends the document as it is.
 */
export function createPreviewHandler({ isDraining, log, ...deps }: PreviewHandlerDeps): RequestHandler {
  return async (request, response, next) => {
    const page = request.method === 'GET' && PREVIEWED_PAGES.find(({ path }) => path.test(request.path))
    if (!page) return next()
    const [, segment = ''] = page.path.exec(request.path) ?? []
    const read = readAsGuestOf(request, deps)
    const readPreview = async () => {
      const { statusCode, text } = await read(page, page.toCallPath(segment))
      return statusCode === 200 ? page.toPreview(JSON.parse(text)) : undefined
    }
    const reading = Promise.all([readPreview(), read(SHELL_ROUTE, request.path)])
    const [preview, shell] = await reading.catch((error) => {
      log.info({ err: error }, 'a page is sent without its preview')
      return []
    })
    if (!preview || shell?.statusCode !== 200) return next()
    const closesConnection = isDraining() || !response.shouldKeepAlive
    const shellHeaders = cleanResponseHeaders(shell.headers, { closesConnection })
    for (const name of DROPPED_HEADERS) delete shellHeaders[name]
    const url = new URL(request.path, readOrigin(request))
    response.locals['route'] = SHELL_ROUTE.prefix
    response.writeHead(200, shellHeaders).end(insertPreview(shell.text, preview, url))
  }
}
