import type { Server } from 'node:http'
import express, { type Express, type Router } from 'express'
import { logRequests } from './http/access-log.ts'
import { answerErrors, answerNotFound } from './http/answer-errors.ts'
import { healthRoutes, type Probe } from './http/health.ts'
import { identifyRequests } from './http/identify-requests.ts'
import { createListener } from './http/listener.ts'
import { type Served, toRequestHandler } from './http/serve.ts'
import type { Logger } from './logger.ts'
import { measureProbes } from './metrics/measure-probes.ts'
import { measureRequests } from './metrics/measure-requests.ts'
import { createMetrics, type Measured } from './metrics/metrics.ts'
import { metricsRoute } from './metrics/metrics-route.ts'
import type { Verifier } from './tokens/verifier.ts'

/** Work beside the requests: a relay, a consumer. `stop` finishes what is at hand. */
export type Background = Measured & { name: string; start(): Promise<void>; stop(): Promise<void> }

/** Connections that stay, on the server of the service: they answer to its port and end with it. */
export type Sockets = Measured & {
  /** Called once, before the server listens. */
  attach(server: Server): void
  /** Lets all go; called as soon as the service takes nothing new. */
  close(): Promise<void>
}

export type ServiceParts = {
  name: string
  log: Logger
  verifier: Verifier
  calls: Served[]
  /** What is not JSON; asked before the calls. */
  routers?: Router[]
  sockets?: Sockets
  background?: Background[]
  /** What it cannot work without: not ready while one of these fails. */
  ready?: Record<string, Probe>
  /** What it can do without for a while: told, and nothing else. */
  degraded?: Record<string, Probe>
  /** Engines that tell how they do; the background work does so, too. */
  measured?: Measured[]
}

export type Service = {
  app: Express
  /** Listens, then starts the background work. Port 0 takes any free one. */
  start(port: number, host?: string): Promise<{ port: number }>
  /** Not ready any more, finishes running requests, lets sockets go, stops the background work. */
  [Symbol.asyncDispose](): Promise<void>
}

const PATIENCE = 10_000

/** Puts a service together. Nothing listens or works before `start`. */
export function createService(parts: ServiceParts): Service {
  const { name, log, verifier, calls, routers = [], background = [], ready = {}, degraded = {}, measured = [] } = parts
  const { sockets } = parts
  const metrics = createMetrics()
  const app = express()
  const listener = createListener(app)
  const started: Background[] = []
  let ending: Promise<void> | undefined

  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', 1) // the gateway, which says who asks
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  })
  app.use(healthRoutes({ ready, degraded, isDraining: () => listener.isClosing }), metricsRoute(metrics))
  app.use(identifyRequests('as-given'), logRequests(log), measureRequests(metrics))
  for (const router of routers) app.use(router)
  for (const served of calls) app[served.call.method](served.call.path, toRequestHandler(served, verifier))
  app.use(answerNotFound, answerErrors(log))

  measureProbes(metrics, degraded)
  for (const one of [...measured, ...background, ...(sockets ? [sockets] : [])]) one.measure?.(metrics)
  sockets?.attach(listener.server)

  async function end() {
    await Promise.all([listener.close(PATIENCE), sockets?.close()])
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
      metrics.observeProcess()
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
