import { testEngine } from '@meadow/testing/engines'
import { TestEnvironment } from 'jest-environment-node'

/**
 * For the tests of a service that run on MongoDB, too: says where it is. Where there is none they are left out, or fail where
 * all engines are wanted.
 */
export default class MongoEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    this.found = await testEngine('mongodb')
    this.global.testMongoUrl = this.found.url
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_start' && !this.found.url) test.mode = 'skip'
  }
}
