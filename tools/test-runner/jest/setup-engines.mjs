import { openEngineHost } from '@meadow/testing/engines/host'
import startTestPostgres from './start-postgres.mjs'

/** Starts PostgreSQL and the host of other engines. Jest calls this only if a test of the project runs. */
export default async function begin() {
  await startTestPostgres()
  // on a busy machine a connection takes longer than the product waits for one
  process.env.TEST_POSTGRES_URL += '?connect_timeout=60'
  globalThis.testEngineHost = await openEngineHost()
}
