import type { Measure } from '@meadow/service'
import type { Redis } from 'ioredis'

/** Tells whether a connection to Redis is there; `name` is what Redis shows for it. */
export const measureRedis =
  (name: string, client: Redis): Measure =>
  (metrics) => {
    const about = {
      name: 'redis_connected',
      help: '1 while the connection to Redis is there, else 0',
      labels: ['connection'] as const,
    }
    metrics.gauge(about, () => [{ labels: { connection: name }, value: client.status === 'ready' ? 1 : 0 }])
  }
