import { redis } from '@meadow/engines'
import { startContainer } from './start-container.ts'
import { startLocalServer } from './start-local-server.ts'
import type { TestEngine } from './test-engine.ts'

const toUrl = (port: number) => `redis://127.0.0.1:${port}`

export const redisTestEngine: TestEngine = {
  urlVariable: 'TEST_REDIS_URL',
  startContainer: () =>
    startContainer({ service: 'redis', engine: redis, port: 6_379, configure: (container) => container, toUrl }),
  startLocally: () => startLocalServer(redis, toUrl),
}
