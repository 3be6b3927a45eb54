import type { RegisterMetrics } from '@meadow/service'
import type { Redis } from 'ioredis'

/** Creates the metric `redis_connected` of a connection. `name` is its connection name. */
export const createRedisMetrics =
  (name: string, client: Redis): RegisterMetrics =>
  (metrics) => {
    const options = {
      name: 'redis_connected',
      help: '1 while the connection to Redis is ready, else 0',
      labels: ['connection'] as const,
    }
    metrics.gauge(options, () => [{ labels: { connection: name }, value: client.status === 'ready' ? 1 : 0 }])
  }
