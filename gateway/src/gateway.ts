import {
  answerErrors,
  answerNotFound,
  createListener,
  identifyRequests,
  type Logger,
  logRequests,
} from '@meadow/service'
import express, { type Express } from 'express'
import { forward } from './forward.ts'
import { createHealthCheck } from './health.ts'
import { setIdentity } from './identity-headers.ts'
import { refuseUnclearTargets } from './request-target.ts'
import type { Upstreams } from './routes.ts'
import { securityHeaders } from './security-headers.ts'

export type GatewayParts = {
  upstreams: Upstreams
  publicUrl: string | undefined
  /** Networks whose `X-Forwarded-*` is believed. */
  trustedProxies: string[]
  log: Logger
  now: () => Date
}

export type Gateway = {
  app: Express
  start(port: number, host?: string): Promise<{ port: number }>
  /** Takes nothing new and lets running requests finish. */
  [Symbol.asyncDispose](): Promise<void>
}

const PATIENCE = 10_000

/** Puts the gateway together. Nothing listens before `start`. */
export function createGateway({ upstreams, publicUrl, trustedProxies, log, now }: GatewayParts): Gateway {
  const app = express()
  const listener = createListener(app)
  const checkHealth = createHealthCheck({ upstreams, now })

  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('trust proxy', trustedProxies)
  app.use(identifyRequests('always-new'), logRequests(log))
  app.use(securityHeaders({ isHttps: publicUrl?.startsWith('https:') ?? false }))
  app.use(refuseUnclearTargets, setIdentity)
  app.get('/api/health', async (_request, response) => {
    const health = await checkHealth()
    const isAnythingUp = Object.values(health.services).includes('up')
    response
      .set('Cache-Control', 'no-store')
      .status(isAnythingUp ? 200 : 503)
      .json(health)
  })
  app.use(forward({ upstreams, listener, log }))
  app.use(answerNotFound, answerErrors(log))

  return {
    app,
    async start(port, host) {
      const at = await listener.listen(port, host)
      log.info({ service: 'gateway', port: at.port }, 'listening')
      return at
    },
    [Symbol.asyncDispose]: () => listener.close(PATIENCE),
  }
}
