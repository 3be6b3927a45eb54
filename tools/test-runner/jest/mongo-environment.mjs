import { requestTestEngine } from '@meadow/testing/engines'
import { TestEnvironment } from 'jest-environment-node'

/**
 * The environment of service tests on MongoDB. Sets its URL. Without MongoDB the tests are skipped, or fail if all engines
 * are required.
 */
export default class MongoEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    this.engine = await requestTestEngine('mongodb')
    this.global.testMongoUrl = this.engine.url
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_start' && !this.engine.url) test.mode = 'skip'
  }
}
