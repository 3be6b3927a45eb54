import type { RegisterMetrics } from '@meadow/service'
import type { MongoClient } from 'mongodb'

/** Creates the metrics of a client's connection pool. Call it before the client connects. `name` is the `appName`. */
export function createMongoPoolMetrics(name: string, client: MongoClient): RegisterMetrics {
  let [open, busy, waiting] = [0, 0, 0]
  client.on('connectionCreated', () => open++)
  client.on('connectionClosed', () => open--)
  client.on('connectionCheckOutStarted', () => waiting++)
  client.on('connectionCheckOutFailed', () => waiting--)
  client.on('connectionCheckedIn', () => busy--)
  client.on('connectionCheckedOut', () => {
    waiting--
    busy++
  })
  return (metrics) => {
    const connections = {
      name: 'mongodb_pool_connections',
      help: 'Open connections of a pool, busy or idle',
      labels: ['pool', 'state'] as const,
    }
    metrics.gauge(connections, () => [
      { labels: { pool: name, state: 'busy' }, value: busy },
      { labels: { pool: name, state: 'idle' }, value: open - busy },
    ])
    const waits = {
      name: 'mongodb_pool_waiting',
      help: 'Operations that wait for a connection of a pool',
      labels: ['pool'] as const,
    }
    metrics.gauge(waits, () => [{ labels: { pool: name }, value: waiting }])
  }
}
