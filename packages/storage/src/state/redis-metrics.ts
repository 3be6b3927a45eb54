import type { RegisterMetrics } from '@meadow/service'
import type { Redis } from 'ioredis'

/** Tells whether a connection to Redis is there; `name` is what Redis shows for it. */
export const createRedisMetrics =
  (name: string, client: Redis): RegisterMetrics =>
  (metrics) => {
    const about = {
      name: 'redis_connected',
      help: '1 while the connection to Redis is there, else 0',
      labels: ['connection'] as const,
    }
    metrics.gauge(about, () => [{ labels: { connection: name }, value: client.status === 'ready' ? 1 : 0 }])
  }
