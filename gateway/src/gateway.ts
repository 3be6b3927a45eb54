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
import { createApiDocumentRoutes } from './documents/api-document-routes.ts'
import { createHealthCheck } from './health.ts'
import { replaceIdentityHeaders } from './identity-headers.ts'
import { limitRates, type RateLimits } from './rate-limits.ts'
import { createHostCheck } from './request-host.ts'
import { checkMethod } from './request-method.ts'
import { checkTarget } from './request-target.ts'
import type { UpstreamUrls } from './routes.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { createChatInstances } from './sockets/chat-instances.ts'
import { createSocketProxy } from './sockets/socket-proxy.ts'
import { checkUpgradePath, isWebSocketUpgrade, routeUpgrades } from './sockets/upgrades.ts'
import { createUpstreamProxy } from './upstream-proxy.ts'

export type GatewayDeps = {
  upstreams: UpstreamUrls
  /** The addresses of the chat instances. */
  chatUrls: readonly string[]
  publicUrl: string | undefined
  /** Networks in CIDR notation whose `X-Forwarded-*` is trusted. */
  trustedProxies: string[]
  /** A separate port for `GET /metrics`. Undefined: no metrics. */
  metricsPort: number | undefined
  /** Finds the member of a call for the rate limits. */
  verifier: Verifier
  /** Undefined: calls are not counted. */
  rateLimits: RateLimits | undefined
  /** Time-outs for slow callers; tests set shorter ones. */
  timeouts?: ListenerTimeouts
  log: Logger
  now: () => Date
}

export type Gateway = {
  app: Express
  start(port: number, host?: string): Promise<{ port: number; metricsPort?: number }>
  /** Accepts no new requests, finishes running ones and closes sockets. */
  [Symbol.asyncDispose](): Promise<void>
}

const CLOSE_TIMEOUT_MS = 10_000

/** Creates the gateway. Nothing listens before `start`. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { upstreams, chatUrls, publicUrl, trustedProxies, metricsPort, log, now } = deps
  const app = express()
  const listener = createHttpListener(app, deps.timeouts, isWebSocketUpgrade)
  const metrics = createMetrics()
  const metricsListener = createHttpListener(express().disable('x-powered-by').use(createMetricsRoute(metrics)))
  const checkHealth = createHealthCheck({ upstreams: { ...upstreams, chat: chatUrls }, now })
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const chatInstances = createChatInstances({ urls: chatUrls, isHttps, now })
  const socketProxy = createSocketProxy({ chatInstances, log })

  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', trustedProxies)
  app.use(identifyRequests('restart-trace'), logRequests(log), measureRequests(metrics))
  app.use(createSecurityHeaders({ isHttps }))
  app.use(checkMethod, checkTarget, checkUpgradePath, replaceIdentityHeaders)
  app.get('/api/health', async (_request, response) => {
    const health = await checkHealth()
    const isAnythingUp = Object.values(health.services).includes('up')
    response
      .set('Cache-Control', 'no-store')
      .status(isAnythingUp ? 200 : 503)
      .json(health)
  })
  app.use(createHostCheck(publicUrl))
  app.use(socketProxy.handle)
  app.use(createApiDocumentRoutes())
  if (deps.rateLimits) app.use(limitRates({ verifier: deps.verifier, limits: deps.rateLimits, now }))
  app.use(createUpstreamProxy({ upstreams, chatInstances, listener, log }))
  app.use(notFoundHandler, createErrorHandler({ log }))
  routeUpgrades(listener.server, app)

  return {
    app,
    async start(port, host) {
      const ports: { port: number; metricsPort?: number } = await listener.listen(port, host)
      metrics.collectProcessMetrics()
      if (metricsPort !== undefined) ports.metricsPort = (await metricsListener.listen(metricsPort, host)).port
      log.info({ service: 'gateway', ...ports }, 'listening')
      return ports
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([listener.close(CLOSE_TIMEOUT_MS), socketProxy.close()])
      await metricsListener.close(0)
    },
  }
}
