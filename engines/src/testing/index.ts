import type { Found } from './test-engine.ts'

export { KAFKA_USER, kafka } from '../engines/kafka.ts'
export { type OwnServer, ownServer } from './own-server.ts'
export { areEnginesWanted, HOW_TO_RUN } from './wanted.ts'

/** Where the processes of a test run ask for engines. */
export const ENGINES_ADDRESS = 'TEST_ENGINES_ADDRESS'

/** An engine that all tests of this run share, started when the first asks; or why there is none. */
export async function testEngine(name: string): Promise<Found> {
  const host = process.env[ENGINES_ADDRESS]
  if (!host) throw new Error(`${ENGINES_ADDRESS} is not set: run the tests by jest.config.mjs`)
  const found = (await (await fetch(`${host}/${name}`)).json()) as Found
  if ('missing' in found) process.stderr.write(`Tests on ${name} are left out: ${found.missing}\n`)
  return found
}
