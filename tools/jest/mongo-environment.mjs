import { TestEnvironment } from 'jest-environment-node'

/**
 * For the tests of a service that run on MongoDB, too: says where it is. Where there is none they are left out, with the
 * sentence that says why.
 */
export default class MongoEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    const answer = await fetch(`${process.env.TEST_ENGINES_ADDRESS}/mongodb`)
    const { url, missing } = await answer.json()
    this.global.testMongoUrl = url
    this.missing = missing
    if (missing) process.stderr.write(`Tests on mongodb are left out: ${missing}\n`)
  }

  handleTestEvent({ name, test }) {
    if (this.missing && name === 'test_start') test.mode = 'skip'
  }
}
