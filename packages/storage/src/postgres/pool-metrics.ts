import type { RegisterMetrics } from '@meadow/service'
import type { Pool } from 'pg'

/** Creates the metrics of a connection pool. `name` is its `application_name`; `findPool` returns the pool once it is open. */
export const createPoolMetrics =
  (name: string, findPool: () => Pool | undefined): RegisterMetrics =>
  (metrics) => {
    const connections = {
      name: 'postgres_pool_connections',
      help: 'Open connections of a pool, busy or idle',
      labels: ['pool', 'state'] as const,
    }
    metrics.gauge(connections, () => {
      const { totalCount = 0, idleCount = 0 } = findPool() ?? {}
      return [
        { labels: { pool: name, state: 'busy' }, value: totalCount - idleCount },
        { labels: { pool: name, state: 'idle' }, value: idleCount },
      ]
    })
    const waiting = {
      name: 'postgres_pool_waiting',
      help: 'Queries and transactions that wait for a connection of a pool',
      labels: ['pool'] as const,
    }
    metrics.gauge(waiting, () => [{ labels: { pool: name }, value: findPool()?.waitingCount ?? 0 }])
  }
