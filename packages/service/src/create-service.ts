import type { Server } from 'node:http'
import express, { type Express, type Router } from 'express'
import { logRequests } from './http/access-log.ts'
import { createErrorHandler, notFoundHandler } from './http/error-handler.ts'
import { createHealthRoutes, type HealthProbe } from './http/health-routes.ts'
import { createHttpListener } from './http/http-listener.ts'
import { identifyRequests } from './http/identify-requests.ts'
import { type CallRoute, toRequestHandler } from './http/serve.ts'
import type { Logger } from './logger.ts'
import { measureRequests } from './metrics/measure-requests.ts'
import { createMetrics, type MetricsSource } from './metrics/metrics.ts'
import { createMetricsRoute } from './metrics/metrics-route.ts'
import { registerProbeMetrics } from './metrics/probe-metrics.ts'
import type { Verifier } from './tokens/verifier.ts'

/** Work beside the requests: a relay, a consumer. `stop` finishes what is at hand. */
export type BackgroundTask = MetricsSource & { name: string; start(): Promise<void>; stop(): Promise<void> }

/** Connections that stay, on the server of the service: they answer to its port and end with it. */
export type AttachableServer = MetricsSource & {
  /** Called once, before the server listens. */
  attach(server: Server): void
  /** Lets all go; called as soon as the service takes nothing new. */
  close(): Promise<void>
}

export type ServiceDeps = {
  name: string
  log: Logger
  verifier: Verifier
  routes: CallRoute[]
  /** What is not JSON; asked before the calls. */
  routers?: Router[]
  socketServer?: AttachableServer
  backgroundTasks?: BackgroundTask[]
  /** What it cannot work without: not ready while one of these fails. */
  readinessProbes?: Record<string, HealthProbe>
  /** What it can do without for a while: told, and nothing else. */
  degradationProbes?: Record<string, HealthProbe>
  /** Engines that tell how they do; the background work does so, too. */
  metricsSources?: MetricsSource[]
}

export type Service = {
  app: Express
  /** Listens, then starts the background work. Port 0 takes any free one. */
  start(port: number, host?: string): Promise<{ port: number }>
  /** Not ready any more, finishes running requests, lets sockets go, stops the background work. */
  [Symbol.asyncDispose](): Promise<void>
}

const CLOSE_TIMEOUT_MS = 10_000

/** Puts a service together. Nothing listens or works before `start`. */
export function createService(deps: ServiceDeps): Service {
  const {
    name,
    log,
    verifier,
    routes: calls,
    routers = [],
    backgroundTasks: background = [],
    readinessProbes: ready = {},
    degradationProbes: degraded = {},
    metricsSources: measured = [],
  } = deps
  const { socketServer: sockets } = deps
  const metrics = createMetrics()
  const app = express()
  const listener = createHttpListener(app)
  const started: BackgroundTask[] = []
  let ending: Promise<void> | undefined

  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', 1) // the gateway, which says who asks
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  })
  app.use(createHealthRoutes({ ready, degraded, isDraining: () => listener.isClosing }), createMetricsRoute(metrics))
  app.use(identifyRequests('as-given'), logRequests(log), measureRequests(metrics))
  for (const router of routers) app.use(router)
  for (const served of calls) app[served.call.method](served.call.path, toRequestHandler(served, verifier))
  app.use(notFoundHandler, createErrorHandler(log))

  registerProbeMetrics(metrics, degraded)
  for (const one of [...measured, ...background, ...(sockets ? [sockets] : [])]) one.registerMetrics?.(metrics)
  sockets?.attach(listener.server)

  async function end() {
    await Promise.all([listener.close(CLOSE_TIMEOUT_MS), sockets?.close()])
    const stopped = await Promise.allSettled(started.map((work) => work.stop()))
    for (const [index, result] of stopped.entries()) {
      if (result.status === 'rejected')
        log.error({ err: result.reason, work: started[index]?.name }, 'did not stop well')
    }
    log.info({ service: name }, 'ended')
  }

  return {
    app,
    async start(port, host) {
      const at = await listener.listen(port, host)
      metrics.collectProcessMetrics()
      for (const work of background) {
        started.push(work)
        await work.start()
      }
      log.info({ service: name, port: at.port }, 'listening')
      return at
    },
    [Symbol.asyncDispose]() {
      ending ??= end()
      return ending
    },
  }
}
