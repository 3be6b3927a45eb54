import type { Metrics } from '@meadow/service'
import type { LimitViolation } from './connection-limits.ts'

type SocketRefusal =
  | 'origin'
  | 'token'
  | 'unknown_message'
  | 'invalid_message'
  | LimitViolation
  | 'too_many'
  | 'malformed'

export type SocketMetrics = {
  /** Registers the metrics. Counts before that are ignored. */
  register(metrics: Metrics, countConnected: () => number): void
  countSent(name: string, sockets: number): void
  countRefused(reason: SocketRefusal): void
}

/** Creates the counters of sent and refused socket messages. */
export function createSocketMetrics(): SocketMetrics {
  let sent: ReturnType<Metrics['counter']> | undefined
  let refused: ReturnType<Metrics['counter']> | undefined
  return {
    register(metrics, countConnected) {
      metrics.gauge({ name: 'sockets_connected', help: 'Sockets of members that are connected now' }, () => [
        { value: countConnected() },
      ])
      sent = metrics.counter({
        name: 'socket_messages_sent_total',
        help: 'Messages sent to sockets, by message name; counted once per socket',
        labels: ['name'],
      })
      refused = metrics.counter({
        name: 'sockets_refused_total',
        help: 'Refused connections, refused messages and connections closed by the server, by reason',
        labels: ['reason'],
      })
    },
    countSent: (name, sockets) => sent?.inc({ name }, sockets),
    countRefused: (reason) => refused?.inc({ reason }),
  }
}
