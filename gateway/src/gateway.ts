import {
  createErrorHandler,
  createHealthRoutes,
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
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { createApiDocumentRoutes } from './documents/api-document-routes.ts'
import { createEmbedHandler } from './documents/embed-handler.ts'
import { createPreviewHandler } from './documents/preview-handler.ts'
import { createRobotsRoute } from './documents/robots-route.ts'
import { createHealthCheck } from './health.ts'
import { createAddressLookup, type LookupAddresses } from './instances/address-lookup.ts'
import { createIdentityHeaders } from './proxied-headers.ts'
import { limitAddressRates, limitCallRates, type RateLimits } from './rate-limits.ts'
import { BODY_TIMEOUT_MS, limitBodyTime } from './request-body.ts'
import { createHostCheck } from './request-host.ts'
import { checkMethod } from './request-method.ts'
import { checkTarget } from './request-target.ts'
import type { FrontendUrls, UpstreamUrls } from './routes.ts'
import { runInOrder } from './run-in-order.ts'
import { createSecurityContactRoute, type SecurityContact } from './security-contact.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { createSecurityReports } from './security-reports.ts'
import { createChatInstances } from './sockets/chat-instances.ts'
import { createSocketProxy } from './sockets/socket-proxy.ts'
import { checkUpgradePath, isWebSocketUpgrade, routeUpgrades } from './sockets/upgrades.ts'
import { createUpstreamPools } from './upstreams/upstream-pools.ts'
import { createUpstreamProxy } from './upstreams/upstream-proxy.ts'
import { createUpstreams } from './upstreams/upstreams.ts'

export type GatewayDeps = {
  upstreams: UpstreamUrls
  frontendUrls: FrontendUrls
  /** The addresses of the chat instances. */
  chatUrls: readonly string[]
  publicUrl: string | undefined
  /** Networks in CIDR notation whose `X-Forwarded-*` is trusted. */
  trustedProxies: string[]
  /** A separate port for the metrics and for the health of this process. Undefined: none of them. */
  metricsPort: number | undefined
  /** The address of that port. @default that of the gateway */
  metricsHost?: string | undefined
  /** Finds the member of a call for the rate limits. */
  verifier: Verifier
  /** Undefined: requests are not counted. */
  rateLimits: RateLimits | undefined
  connectionLimits: ConnectionLimits
  /** Undefined: there is no `/.well-known/security.txt`. */
  securityContact: SecurityContact | undefined
  /** Time-outs for slow callers; tests set shorter ones. */
  timeouts?: ListenerTimeouts
  /** The longest time for receiving a body that is no upload. @default 15 s */
  bodyTimeoutMs?: number
  /** The time in which a request is repeated whose connection to an upstream failed. @default 4 s */
  retryWindowMs?: number
  /** Resolves the host names of upstreams. @default the resolver of the system */
  lookupAddresses?: LookupAddresses
  /** The interval of the lookups. @default 1 s */
  lookupIntervalMs?: number
  log: Logger
  now: () => Date
}

export type Gateway = {
  app: Express
  start(port: number, host?: string): Promise<{ port: number; metricsPort?: number }>
  /** Reports not ready, and ends each connection with its next response. New connections are still accepted. */
  startDraining(): void
  /** Accepts no more connections, finishes running requests and closes sockets. */
  [Symbol.asyncDispose](): Promise<void>
}

const CLOSE_TIMEOUT_MS = 10_000

/** Creates the gateway. Nothing listens before `start`. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { chatUrls, publicUrl, trustedProxies, metricsPort, rateLimits: limits, verifier, log, now } = deps
  const app = express()
  const listener = createHttpListener(app, deps.timeouts, isWebSocketUpgrade)
  const metrics = createMetrics()
  const isDraining = () => listener.isDraining
  const internalApp = express().disable('x-powered-by').disable('etag')
  internalApp.use(createHealthRoutes({ isDraining }), createMetricsRoute(metrics))
  const internalListener = createHttpListener(internalApp)
  const upstreams = createUpstreams(deps)
  const getPool = createUpstreamPools()
  const { lookupAddresses, lookupIntervalMs: intervalMs } = deps
  const addressLookup = createAddressLookup({ upstreams: upstreams.all, log, lookupAddresses, intervalMs })
  const checkHealth = createHealthCheck({ upstreams: upstreams.all, now })
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const chatInstances = createChatInstances({ urls: chatUrls, instances: upstreams.chat.instances, isHttps })
  const socketProxy = createSocketProxy({ chatInstances, log })
  const report = createSecurityReports({ log, now })

  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', trustedProxies)
  app.use(
    runInOrder(
      identifyRequests('restart-trace'),
      logRequests(log),
      measureRequests(metrics),
      createSecurityHeaders({ isHttps }),
      ...(limits ? [limitAddressRates({ limits, report, now })] : []),
      checkMethod,
      checkTarget,
      checkUpgradePath,
      createIdentityHeaders(publicUrl),
    ),
  )
  app.get('/api/health', async (_request, response) => {
    const health = await checkHealth()
    const isAnythingUp = Object.values(health.services).includes('up')
    response
      .set('Cache-Control', 'no-store')
      .status(isAnythingUp ? 200 : 503)
      .json(health)
  })
  const bodyTimeoutMs = deps.bodyTimeoutMs ?? BODY_TIMEOUT_MS
  app.use(
    runInOrder(
      createHostCheck({ publicUrl, report }),
      limitBodyTime(bodyTimeoutMs),
      socketProxy.handle,
      createApiDocumentRoutes(),
      createSecurityContactRoute({ ...deps }),
      createRobotsRoute(),
      ...(limits ? [limitCallRates({ verifier, limits, report, now })] : []),
      createEmbedHandler({ upstreams, getPool, log }),
      createPreviewHandler({ upstreams, getPool, isDraining, log }),
      createUpstreamProxy({ ...deps, ...addressLookup, upstreams, getPool, isDraining, metrics }),
    ),
  )
  app.use(notFoundHandler, createErrorHandler({ log }))
  metrics.gauge({ name: 'upstream_instances', help: 'Addresses of each upstream', labels: ['upstream'] }, () =>
    upstreams.all.map(({ name, instances }) => ({ labels: { upstream: name }, value: instances.all.length })),
  )
  routeUpgrades(listener.server, app)
  limitConnections(listener.server, {
    limits: deps.connectionLimits,
    isTrustedProxy: (address) => app.get('trust proxy fn')(address, 0),
    report,
  })

  return {
    app,
    async start(port, host) {
      await addressLookup.start()
      const ports: { port: number; metricsPort?: number } = await listener.listen(port, host)
      metrics.collectProcessMetrics()
      if (metricsPort !== undefined)
        ports.metricsPort = (await internalListener.listen(metricsPort, deps.metricsHost ?? host)).port
      log.info({ service: 'gateway', ...ports }, 'listening')
      return ports
    },
    startDraining() {
      listener.startDraining()
      log.info({ service: 'gateway' }, 'draining')
    },
    async [Symbol.asyncDispose]() {
      addressLookup[Symbol.dispose]()
      await Promise.all([listener.close(CLOSE_TIMEOUT_MS), socketProxy.close()])
      await internalListener.close(0)
    },
  }
}
