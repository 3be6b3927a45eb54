import { openEngineHost } from '@meadow/testing/engines/host'
import startPostgres from './postgres.mjs'

/** What the tests of the node project share; jest calls this only where one of them is about to run. */
export default async function begin() {
  await startPostgres()
  globalThis.testEngineHost = await openEngineHost()
}
