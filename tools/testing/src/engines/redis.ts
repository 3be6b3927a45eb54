import { IMAGES, redis } from '@meadow/engines'
import { startContainer, startLocalServer } from './start.ts'
import type { TestEngine } from './test-engine.ts'

const toUrl = (port: number) => `redis://127.0.0.1:${port}`

export const redisTestEngine: TestEngine = {
  urlVariable: 'TEST_REDIS_URL',
  startContainer: () =>
    startContainer({ image: IMAGES.redis, port: 6_379, toUrl, configure: (container) => container }),
  startLocally: () => startLocalServer(redis, toUrl),
}
