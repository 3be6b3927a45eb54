import type { Server } from 'node:http'
import { toNetworkPrefix } from '@meadow/service'
import type { ReportSecurityEvent } from './security-reports.ts'

/** The most connections at a time, those of sockets included. */
export type ConnectionLimits = { total: number; perAddress: number }

type ConnectionLimitDeps = {
  limits: ConnectionLimits
  /** Trusted proxies have the connections of many callers, so only the total applies to them. */
  isTrustedProxy: (address: string) => boolean
  report: ReportSecurityEvent
}

/** Limits the connections of a server, in all and per address. A connection over the limit is closed at once. */
export function limitConnections(server: Server, { limits, isTrustedProxy, report }: ConnectionLimitDeps): void {
  const openByNetwork = new Map<string, number>()
  server.maxConnections = limits.total
  server.on('drop', (dropped) =>
    report({ event: 'gateway.connection_refused', reason: 'total' }, dropped?.remoteAddress),
  )
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (isTrustedProxy(address)) return
    const network = toNetworkPrefix(address)
    const open = openByNetwork.get(network) ?? 0
    if (open >= limits.perAddress) {
      report({ event: 'gateway.connection_refused', reason: 'network' }, address)
      return socket.destroy()
    }
    openByNetwork.set(network, open + 1)
    socket.once('close', () => {
      const left = (openByNetwork.get(network) ?? 1) - 1
      if (left > 0) openByNetwork.set(network, left)
      else openByNetwork.delete(network)
    })
  })
}
