import { openEngineHost } from '@meadow/testing/engines/host'
import startTestPostgres from './start-postgres.mjs'

/** Starts PostgreSQL and the host of other engines. Jest calls this only if a test of the project runs. */
export default async function begin() {
  await startTestPostgres()
  globalThis.testEngineHost = await openEngineHost()
}
