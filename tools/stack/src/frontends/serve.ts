import { readdirSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createFileHandler } from './files.ts'

const REMOTE_PATH = /^\/mf\/([^/]+)(\/.*)$/
const FILE_PATH = /^\/(js|css|assets|mf)\//

/** Serves the builds below `folder`: the shell at the root and for every page, each remote at `/mf/<name>/`. */
export function createFrontendHandler(folder: string): RequestListener {
  const builds = new Map(readdirSync(folder).map((name) => [name, createFileHandler(join(folder, name, 'dist'))]))

  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    if (path.startsWith('/health/')) return send(response, 200, '{"status":"ready"}', 'application/json')
    const [, remote = 'shell', file = path] = REMOTE_PATH.exec(path) ?? []
    const serve = builds.get(remote)
    if (!serve) return sendNotFound(response)
    const giveFile = (name: string, otherwise: () => void) => {
      request.url = name
      serve(request, response, otherwise)
    }
    const giveShell = () => giveFile('/index.html', () => sendNotFound(response))
    if (isPagePath(path)) return giveShell()
    // A page's last part may be a member's name with a dot in it: who asks for a page gets one
    const asksForPage = !FILE_PATH.test(path) && request.headers.accept?.includes('text/html')
    giveFile(file, asksForPage ? giveShell : () => sendNotFound(response))
  }
}

/** The router in the browser knows which pages there are. */
function isPagePath(path: string): boolean {
  return !FILE_PATH.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')
}

function sendNotFound(response: ServerResponse): void {
  send(response, 404, 'Not found\n', 'text/plain; charset=utf-8')
}

function send(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
}
