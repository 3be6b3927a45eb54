import {
  createErrorHandler,
  createHttpListener,
  createMetrics,
  createMetricsRoute,
  identifyRequests,
  type ListenerTimeouts,
  type Logger,
  logRequests,
  measureRequests,
  notFoundHandler,
  type Verifier,
} from '@meadow/service'
import express, { type Express } from 'express'
import { documents } from './documents/documents.ts'
import { forward } from './forward.ts'
import { createHealthCheck } from './health.ts'
import { setIdentity } from './identity-headers.ts'
import { limitRates, type RateLimits } from './rate-limits.ts'
import { refuseOtherHosts } from './request-host.ts'
import { refuseOtherMethods } from './request-method.ts'
import { refuseUnclearTargets } from './request-target.ts'
import type { Upstreams } from './routes.ts'
import { securityHeaders } from './security-headers.ts'
import { createInstances } from './sockets/instances.ts'
import { proxySockets } from './sockets/proxy-sockets.ts'
import { mayUpgrade, refuseOtherUpgrades, takeUpgrades } from './sockets/upgrades.ts'

export type GatewayParts = {
  upstreams: Upstreams
  /** Where the instances of the chat listen. */
  chat: readonly string[]
  publicUrl: string | undefined
  /** Networks whose `X-Forwarded-*` is believed. */
  trustedProxies: string[]
  /** Where it tells its metrics, apart from the port that the outside reaches; undefined: nowhere. */
  metricsPort: number | undefined
  /** Who members are, to count their calls. */
  verifier: Verifier
  /** undefined: nothing is counted. */
  rateLimits: RateLimits | undefined
  /** How long callers may take; as the listener decides unless tests hurry. */
  patience?: ListenerTimeouts
  log: Logger
  now: () => Date
}

export type Gateway = {
  app: Express
  start(port: number, host?: string): Promise<{ port: number; metricsPort?: number }>
  /** Takes nothing new, lets running requests finish and sockets go. */
  [Symbol.asyncDispose](): Promise<void>
}

const PATIENCE = 10_000

/** Puts the gateway together. Nothing listens before `start`. */
export function createGateway(parts: GatewayParts): Gateway {
  const { upstreams, chat, publicUrl, trustedProxies, metricsPort, verifier, rateLimits, patience, log, now } = parts
  const app = express()
  const listener = createHttpListener(app, patience, mayUpgrade)
  const metrics = createMetrics()
  const insiders = createHttpListener(express().disable('x-powered-by').use(createMetricsRoute(metrics)))
  const checkHealth = createHealthCheck({ upstreams: { ...upstreams, chat }, now })
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const instances = createInstances({ urls: chat, isHttps, now })
  const sockets = proxySockets({ instances, log })

  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', trustedProxies)
  app.use(identifyRequests('restart-trace'), logRequests(log), measureRequests(metrics))
  app.use(securityHeaders({ isHttps }))
  app.use(refuseOtherMethods, refuseUnclearTargets, refuseOtherUpgrades, setIdentity)
  app.get('/api/health', async (_request, response) => {
    const health = await checkHealth()
    const isAnythingUp = Object.values(health.services).includes('up')
    response
      .set('Cache-Control', 'no-store')
      .status(isAnythingUp ? 200 : 503)
      .json(health)
  })
  app.use(refuseOtherHosts(publicUrl))
  app.use(sockets.handle)
  app.use(documents())
  if (rateLimits) app.use(limitRates({ verifier, limits: rateLimits, now }))
  app.use(forward({ upstreams, chat: instances, listener, log }))
  app.use(notFoundHandler, createErrorHandler({ log }))
  takeUpgrades(listener.server, app)

  return {
    app,
    async start(port, host) {
      const at = await listener.listen(port, host)
      metrics.collectProcessMetrics()
      const inside = metricsPort === undefined ? {} : { metricsPort: (await insiders.listen(metricsPort, host)).port }
      log.info({ service: 'gateway', ...at, ...inside }, 'listening')
      return { ...at, ...inside }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([listener.close(PATIENCE), sockets.close()])
      await insiders.close(0)
    },
  }
}
