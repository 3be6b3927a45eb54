import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createFileHandler } from './files.ts'
import { KILL_SWITCH_HEADERS, KILL_SWITCH_WORKER, SERVICE_WORKER_PATH } from './kill-switch.ts'
import { createPreloadReader } from './remote-preloads.ts'

const REMOTE_PATH = /^\/mf\/([^/]+)(\/.*)$/
const REMOTE_ENTRY = '/remoteEntry.js'
const RELEASE_LIST = '/release.json'
const FILE_PATH = /^\/(js|css|assets|mf)\//

const HEALTH = {
  ready: [200, '{"status":"ready"}', 'application/json'],
  draining: [503, '{"status":"draining"}', 'application/json'],
  withoutBuilds: [503, '{"status":"not_ready","failing":["builds"]}', 'application/json'],
} as const

type FrontendHandlerOptions = {
  isDraining?: () => boolean
  /** While it returns false, the response to `/sw.js` is a worker that removes the installed one. */
  hasServiceWorker?: () => boolean
  /** The time of a rollback to these builds, in ms since 1970. Browsers that have a build of an earlier time take them. */
  rolledBackAt?: number | undefined
}

/**
 * Serves the builds below `folder`: the shell at the root and for every page, each remote at `/mf/<name>/`. Reports not
 * ready while `isDraining` returns true or there is no build at all.
 */
export function createFrontendHandler(
  folder: string,
  { isDraining = () => false, hasServiceWorker = () => true, rolledBackAt }: FrontendHandlerOptions = {},
): RequestListener {
  const hasBuilds = () => readdirSync(folder).some((name) => existsSync(join(folder, name, 'dist')))
  const builds = new Map(
    readdirSync(folder).map((name) => {
      const dist = join(folder, name, 'dist')
      return [name, { dist, serve: createFileHandler(dist), readPreloads: createPreloadReader(dist) }]
    }),
  )

  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    if (path === '/health/ready' && isDraining()) return send(response, ...HEALTH.draining)
    if (path === '/health/ready' && !hasBuilds()) return send(response, ...HEALTH.withoutBuilds)
    if (path.startsWith('/health/')) return send(response, ...HEALTH.ready)
    if (path === SERVICE_WORKER_PATH && !hasServiceWorker())
      return void response.writeHead(200, KILL_SWITCH_HEADERS).end(KILL_SWITCH_WORKER)
    const [, remote = 'shell', file = path] = REMOTE_PATH.exec(path) ?? []
    const build = builds.get(remote)
    if (!build) return sendNotFound(response)
    if (file === RELEASE_LIST && rolledBackAt !== undefined) return sendRollback(response, build.dist, rolledBackAt)
    const sendFile = (name: string, onMissing: () => void) => {
      request.url = name
      build.serve(request, response, onMissing)
    }
    const sendShell = () => sendFile('/index.html', () => sendNotFound(response))
    if (isPagePath(path)) return sendShell()
    const preloads = file === REMOTE_ENTRY ? build.readPreloads() : undefined
    if (preloads) response.setHeader('Link', preloads)
    // A page may end with a username that has a dot: a request for HTML gets the shell
    const acceptsHtml = !FILE_PATH.test(path) && request.headers.accept?.includes('text/html')
    sendFile(file, acceptsHtml ? sendShell : () => sendNotFound(response))
  }
}

/** Returns whether a path is a page: it has no file extension. The router of the shell handles unknown pages. */
function isPagePath(path: string): boolean {
  return !FILE_PATH.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')
}

/** Sends the release list of a build with the time of the rollback to it, unless it was built later. */
function sendRollback(response: ServerResponse, dist: string, rolledBackAt: number): void {
  const file = join(dist, RELEASE_LIST)
  if (!existsSync(file)) return void sendNotFound(response)
  const list = JSON.parse(readFileSync(file, 'utf8')) as { releasedAt?: number }
  const body = JSON.stringify({ ...list, releasedAt: Math.max(list.releasedAt ?? 0, rolledBackAt) })
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }).end(body)
}

function sendNotFound(response: ServerResponse): void {
  send(response, 404, 'Not found\n', 'text/plain; charset=utf-8')
}

function send(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
}
