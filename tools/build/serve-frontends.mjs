// Serves all front ends from their sources with hot reload, for `npm run dev`.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import {
  KILL_SWITCH_HEADERS,
  KILL_SWITCH_WORKER,
  SERVICE_WORKER_PATH,
} from '../../packages/frontend-server/src/kill-switch.ts'
import { toDevelopmentConfig } from './webpack/development.mjs'

const root = path.resolve(import.meta.dirname, '../..')

async function readConfigs() {
  const names = await readdir(path.join(root, 'frontends'))
  const folders = [...names.map((name) => `frontends/${name}`), 'packages/ui/dev']
  const modules = folders.map((folder) => import(pathToFileURL(path.join(root, folder, 'webpack.config.mjs')).href))
  return (await Promise.all(modules)).map((module) => toDevelopmentConfig([module.default].flat()[0]))
}

const compiler = webpack(await readConfigs())
let isBuilt = false
compiler.hooks.done.tap('dev', () => {
  isBuilt = true
})

const server = new WebpackDevServer(
  {
    host: '127.0.0.1',
    port: process.env.PORT,
    hot: true,
    static: false,
    headers: { 'Cache-Control': 'no-store' },
    // Hot updates pass through the gateway, so the page knows no other URL.
    webSocketServer: 'sse',
    client: { overlay: false, webSocketURL: 'auto://0.0.0.0:0/ws' },
    devMiddleware: { stats: 'errors-warnings' },
    historyApiFallback: {
      disableDotRule: true, // a username may contain a dot
      rewrites: [{ from: /^\/dev\/ui\/?$/, to: '/dev/ui/index.html' }],
    },
    setupMiddlewares(middlewares) {
      const health = (_request, response) => {
        response.writeHead(isBuilt ? 200 : 503, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify({ status: isBuilt ? 'ready' : 'building' }))
      }
      // Removes the service worker of a production build that ran at this address
      const worker = (_request, response) => response.writeHead(200, KILL_SWITCH_HEADERS).end(KILL_SWITCH_WORKER)
      return [
        { name: 'service-worker', path: SERVICE_WORKER_PATH, middleware: worker },
        { name: 'health', path: '/health/ready', middleware: health },
        ...middlewares,
      ]
    },
  },
  compiler,
)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop().then(() => process.exit()))
await server.start()
