import { readdirSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { openFiles } from './files.ts'

const REMOTE = /^\/mf\/([^/]+)(\/.*)$/
const FILES = /^\/(js|css|assets|mf)\//

/** Serves the builds below `folder`: the shell at the root and for every page, each remote at `/mf/<name>/`. */
export function serveFrontends(folder: string): RequestListener {
  const builds = new Map(readdirSync(folder).map((name) => [name, openFiles(join(folder, name, 'dist'))]))

  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    if (path.startsWith('/health/')) return answer(response, 200, '{"status":"ready"}', 'application/json')
    const [, remote = 'shell', file = path] = REMOTE.exec(path) ?? []
    const serve = builds.get(remote)
    if (!serve) return notFound(response)
    const giveFile = (name: string, otherwise: () => void) => {
      request.url = name
      serve(request, response, otherwise)
    }
    const giveShell = () => giveFile('/index.html', () => notFound(response))
    if (isPage(path)) return giveShell()
    // A page's last part may be a member's name with a dot in it: who asks for a page gets one
    const asksForPage = !FILES.test(path) && request.headers.accept?.includes('text/html')
    giveFile(file, asksForPage ? giveShell : () => notFound(response))
  }
}

/** The router in the browser knows which pages there are. */
function isPage(path: string): boolean {
  return !FILES.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')
}

function notFound(response: ServerResponse): void {
  answer(response, 404, 'Not found\n', 'text/plain; charset=utf-8')
}

function answer(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
}
