import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { DomainError } from '@meadow/service'
import type { RequestHandler } from 'express'

/** The one path of sockets. */
export const SOCKETS_PATH = '/socket.io/'

type Upgrade = { socket: Socket; head: Buffer }

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** Only websockets: who offers any other protocol is answered in this one. */
export const mayUpgrade = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

/** Sends upgrades the way of all requests, so that what refuses, identifies and cleans these does it to them, too. */
export function takeUpgrades(server: Server, app: RequestListener): void {
  server.on('upgrade', (request, duplex: Duplex, head) => {
    const socket = duplex as Socket // of a server of this module it is one
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.destroySoon()) // it was refused
    socket.on('error', () => socket.destroy())
    upgrades.set(request, { socket, head })
    app(request, response)
  })
}

/** The connection below a request that asks for an upgrade, taken from its response: it is the caller's from now on. */
export function takeUpgrade(request: IncomingMessage, response: ServerResponse): Upgrade | undefined {
  const upgrade = upgrades.get(request)
  if (upgrade) response.detachSocket(upgrade.socket)
  return upgrade
}

/** There is nothing to upgrade to anywhere else. */
export const refuseOtherUpgrades: RequestHandler = (request, _response, next) =>
  next(upgrades.has(request) && request.path !== SOCKETS_PATH ? new DomainError('not_found') : undefined)
