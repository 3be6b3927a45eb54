import type { Measure, Metrics } from '@meadow/service'

type Refusal =
  | 'origin'
  | 'token'
  | 'unknown_message'
  | 'invalid_message'
  | 'too_fast'
  | 'too_slow'
  | 'too_many'
  | 'malformed'

export type Meter = {
  measure: Measure
  sent(name: string, sockets: number): void
  refused(why: Refusal): void
}

/** Counts what goes in and out by sockets, once it has been given metrics. */
export function createMeter(connected: () => number): Meter {
  let sent: ReturnType<Metrics['counter']> | undefined
  let refused: ReturnType<Metrics['counter']> | undefined
  return {
    measure(metrics) {
      metrics.gauge({ name: 'sockets_connected', help: 'Sockets of signed-in members that are connected now' }, () => [
        { value: connected() },
      ])
      sent = metrics.counter({
        name: 'socket_messages_sent_total',
        help: 'Messages to sockets by name, one for each socket',
        labels: ['name'],
      })
      refused = metrics.counter({
        name: 'sockets_refused_total',
        help: 'Connections and messages that were refused, and connections that were closed, by reason',
        labels: ['reason'],
      })
    },
    sent: (name, sockets) => sent?.inc({ name }, sockets),
    refused: (reason) => refused?.inc({ reason }),
  }
}
