import { IMAGES, mongodb } from '@meadow/engines'
import { startContainer, startLocalServer } from './start.ts'
import type { TestEngine } from './test-engine.ts'

/** Initiates a replica set of one member, which transactions need, and checks that it is the primary. */
const HEALTH_CHECK = 'try { rs.initiate() } catch {} quit(db.hello().isWritablePrimary ? 0 : 1)'

/** With a direct connection, clients ignore the host names of the replica set. */
const toUrl = (port: number) => `mongodb://127.0.0.1:${port}/?directConnection=true`

export const mongodbTestEngine: TestEngine = {
  urlVariable: 'TEST_MONGO_URL',
  async startContainer() {
    const { Wait } = await import('testcontainers')
    const test: ['CMD', ...string[]] = ['CMD', 'mongosh', '--quiet', '--eval', HEALTH_CHECK]
    return startContainer({
      image: IMAGES.mongodb,
      port: 27_017,
      toUrl,
      configure: (container) =>
        container
          .withCommand(['--replSet', 'meadow', '--bind_ip_all', '--setParameter', 'transactionLifetimeLimitSeconds=10'])
          .withHealthCheck({ test, interval: 500, timeout: 10_000, retries: 60 })
          .withWaitStrategy(Wait.forHealthCheck()),
    })
  },
  startLocally: () => startLocalServer(mongodb, toUrl),
}
