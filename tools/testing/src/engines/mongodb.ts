import { IMAGES, mongodb } from '@meadow/engines'
import { startContainer, startLocalServer } from './start.ts'
import type { TestEngine } from './test-engine.ts'

/** A set of one member has transactions, too. It is well once it is begun and its member writes. */
const IS_WELL = 'try { rs.initiate() } catch {} quit(db.hello().isWritablePrimary ? 0 : 1)'

/** Clients keep to the address that they were given, whatever the set says of itself. */
const urlOf = (port: number) => `mongodb://127.0.0.1:${port}/?directConnection=true`

export const mongodbTestEngine: TestEngine = {
  urlVariable: 'TEST_MONGO_URL',
  async startContainer() {
    const { Wait } = await import('testcontainers')
    const test: ['CMD', ...string[]] = ['CMD', 'mongosh', '--quiet', '--eval', IS_WELL]
    return startContainer({
      ...{ image: IMAGES.mongodb, port: 27_017, urlOf },
      settle: (container) =>
        container
          .withCommand(['--replSet', 'meadow', '--bind_ip_all', '--setParameter', 'transactionLifetimeLimitSeconds=10'])
          .withHealthCheck({ test, interval: 500, timeout: 10_000, retries: 60 })
          .withWaitStrategy(Wait.forHealthCheck()),
    })
  },
  startLocally: () => startLocalServer(mongodb, urlOf),
}
