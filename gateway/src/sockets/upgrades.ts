import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { DomainError } from '@meadow/service'
import type { Request, RequestHandler } from 'express'

/** The only path for sockets. */
export const SOCKETS_PATH = '/socket.io/'

type PendingUpgrade = { socket: Socket; head: Buffer }

const pendingUpgrades = new WeakMap<IncomingMessage, PendingUpgrade>()

/** Returns true for WebSocket upgrades. Other upgrades are handled as normal requests. */
export const isWebSocketUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

/** Passes upgrade requests through the Express app, so that all checks and header rules apply to them as well. */
export function routeUpgrades(server: Server, app: RequestListener): void {
  server.on('upgrade', (request, duplex: Duplex, head) => {
    const socket = duplex as Socket // always a net.Socket for node:http
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.destroySoon()) // a response means that the upgrade was refused
    socket.on('error', () => socket.destroy())
    pendingUpgrades.set(request, { socket, head })
    app(request, response)
  })
}

/** Detaches the connection of an upgrade request from its response. Returns undefined for normal requests. */
export function takePendingUpgrade(request: IncomingMessage, response: ServerResponse): PendingUpgrade | undefined {
  const upgrade = pendingUpgrades.get(request)
  if (upgrade) response.detachSocket(upgrade.socket)
  return upgrade
}

const SESSION_ID_PATTERN = /^[\w-]+$/

/** Returns true if the request names one existing Engine.IO session. To Engine.IO, an empty id is none: it opens another one. */
export function hasSessionId({ url = '' }: { url?: string | undefined }): boolean {
  const [, query = ''] = url.split('?', 2)
  const ids = new URLSearchParams(query).getAll('sid')
  return ids.length === 1 && SESSION_ID_PATTERN.test(ids[0] ?? '')
}

/** Returns true for the request that opens a socket: any websocket upgrade, or a first poll. */
export const isSocketHandshake = (request: Request): boolean =>
  request.path === SOCKETS_PATH && (isWebSocketUpgrade(request) || !hasSessionId(request))

/** Refuses upgrades on other paths. */
export const checkUpgradePath: RequestHandler = (request, _response, next) =>
  next(pendingUpgrades.has(request) && request.path !== SOCKETS_PATH ? new DomainError('not_found') : undefined)
