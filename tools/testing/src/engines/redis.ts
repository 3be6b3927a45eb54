import { IMAGES, redis } from '@meadow/engines'
import { startContainer, startHere } from './start.ts'
import type { TestEngine } from './test-engine.ts'

const urlOf = (port: number) => `redis://127.0.0.1:${port}`

export const redisForTests: TestEngine = {
  variable: 'TEST_REDIS_URL',
  inContainer: () => startContainer({ image: IMAGES.redis, port: 6_379, urlOf, settle: (container) => container }),
  onThisMachine: () => startHere(redis, urlOf),
}
