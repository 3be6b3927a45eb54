import type { Response } from 'express'
import type { Instance } from '../instances/instances.ts'
import type { GatewayRoute } from '../routes.ts'
import type { Upstream } from './upstreams.ts'

/** `read`: a call whose response may be compressed. `file`: another instance is asked if one does not have the file. */
export type RequestKind = 'call' | 'read' | 'upload' | 'file'

/** The state of a request that the gateway forwards. The attempts follow each other. */
export type ForwardedRequest = {
  route: GatewayRoute
  kind: RequestKind
  upstream: Upstream
  /** The request may reach the upstream twice: a read, or a write with a client key. */
  isRepeatable: boolean
  startedAt: number
  /** The number of attempts before the current one. */
  repeats: number
  /** The instance of the current attempt. */
  instance: Instance
  /** The instances that do not have the requested file. */
  lackingInstances: Set<Instance>
  /** The current attempt has a connection, so the upstream may have processed the request. */
  wasSent: boolean
  /** The number of attempts with a connection. */
  timesSent: number
  /** Begins the next attempt, at the next instance. */
  repeat(): void
}

export const setForwardedRequest = (response: Response, forwarded: ForwardedRequest): ForwardedRequest => {
  response.locals['forwarded'] = forwarded
  return forwarded
}

export const getForwardedRequest = (response: Response): ForwardedRequest => response.locals['forwarded']
