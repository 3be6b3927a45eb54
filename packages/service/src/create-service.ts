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

/** Work that runs beside the requests, such as a relay or a consumer. `stop` finishes the current piece of work. */
export type BackgroundTask = MetricsSource & {
  name: string
  /** Conditions of the task that are reported like unavailable dependencies. */
  degradationProbes?: Record<string, HealthProbe>
  start(): Promise<void>
  stop(): Promise<void>
}

/** A server of long-lived connections, such as Socket.IO, that shares the port of the service. */
export type AttachableServer = MetricsSource & {
  /** Called once, before the HTTP server listens. */
  attach(server: Server): void
  /** Closes all connections. Called when the service stops accepting requests. */
  close(): Promise<void>
}

export type ServiceDeps = {
  name: string
  log: Logger
  verifier: Verifier
  routes: CallRoute[]
  /** Routers for requests that are not JSON calls. They run before `routes`. */
  routers?: Router[]
  socketServer?: AttachableServer
  /** Started in this order, and stopped one by one in the opposite order: the relay is the first, so it stops last. */
  backgroundTasks?: BackgroundTask[]
  /** Dependencies that the service needs: it is not ready while one of these fails. */
  readinessProbes?: Record<string, HealthProbe>
  /** Dependencies that the service can miss for a while: a failure is only reported. */
  degradationProbes?: Record<string, HealthProbe>
  /** The state of what an installation may leave out, such as `mail: 'off'`. The health answer shows it. */
  features?: Record<string, string>
  /** Engines with metrics of their own. Background tasks register theirs as well. */
  metricsSources?: MetricsSource[]
  /** Recognises outages of the engines that the service uses: `isStoreOutage` of @meadow/storage. */
  isOutage: (error: unknown) => boolean
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
  /** Guests may make the calls with access `guest`. @default false */
  allowsGuests?: boolean | undefined
}

export type Service = {
  app: Express
  /** Listens, then starts the background tasks. Port 0 takes any free port. */
  start(port: number, host?: string): Promise<{ port: number }>
  /** Reports not ready, and ends each connection with its next response. New connections are still accepted. */
  startDraining(): void
  /** Accepts no more connections, finishes running requests, closes sockets and stops the background tasks. */
  [Symbol.asyncDispose](): Promise<void>
}

const CLOSE_TIMEOUT_MS = 10_000

/** Creates a service. Nothing listens or runs before `start`. */
export function createService(deps: ServiceDeps): Service {
  const { name, log, verifier, isOutage, socketServer, validateResponses = false, allowsGuests = false } = deps
  const { routers = [], backgroundTasks = [], metricsSources = [] } = deps
  const { readinessProbes = {} } = deps
  const probesOfTasks = backgroundTasks.map((task) => task.degradationProbes)
  const degradationProbes: Record<string, HealthProbe> = Object.assign({}, deps.degradationProbes, ...probesOfTasks)
  const metrics = createMetrics()
  const app = express()
  const listener = createHttpListener(app)
  const startedTasks: BackgroundTask[] = []
  let shutdown: Promise<void> | undefined

  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', 1) // the gateway, which sets the address of the caller
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  })
  const isDraining = () => listener.isDraining
  app.use(
    createHealthRoutes({ readinessProbes, degradationProbes, features: deps.features, isDraining }),
    createMetricsRoute(metrics),
  )
  app.use(identifyRequests('continue-trace'), logRequests(log), measureRequests(metrics))
  for (const router of routers) app.use(router)
  for (const route of deps.routes) {
    app[route.call.method](route.call.path, toRequestHandler(route, { verifier, validateResponses, allowsGuests }))
  }
  app.use(notFoundHandler, createErrorHandler({ log, isOutage }))

  registerProbeMetrics(metrics, degradationProbes)
  for (const source of [...metricsSources, ...backgroundTasks]) source.registerMetrics?.(metrics)
  socketServer?.registerMetrics?.(metrics)
  socketServer?.attach(listener.server)

  async function stop() {
    await Promise.all([listener.close(CLOSE_TIMEOUT_MS), socketServer?.close()])
    for (const task of startedTasks.toReversed()) {
      await task.stop().catch((error) => log.error({ err: error, task: task.name }, 'a background task failed to stop'))
    }
    log.info({ service: name }, 'stopped')
  }

  return {
    app,
    async start(port, host) {
      const address = await listener.listen(port, host)
      metrics.collectProcessMetrics()
      for (const task of backgroundTasks) {
        startedTasks.push(task)
        await task.start()
      }
      log.info({ service: name, port: address.port }, 'listening')
      return address
    },
    startDraining() {
      listener.startDraining()
      log.info({ service: name }, 'draining')
    },
    [Symbol.asyncDispose]() {
      shutdown ??= stop()
      return shutdown
    },
  }
}
