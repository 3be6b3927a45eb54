import { startPostgresContainer, usesContainers } from '@meadow/testing/engines/containers'
import { openEngineHost } from '@meadow/testing/engines/host'
import startTestPostgres from './start-postgres.mjs'

/** Starts PostgreSQL and the host of other engines. Jest calls this only if a test of the project runs. */
export default async function begin() {
  if (usesContainers()) await startContainerOfPostgres()
  else await startTestPostgres()
  // on a busy machine a connection takes longer than the product waits for one
  process.env.TEST_POSTGRES_URL += '?connect_timeout=60'
  globalThis.testEngineHost = await openEngineHost()
}

async function startContainerOfPostgres() {
  const postgres = await startPostgresContainer()
  process.env.TEST_POSTGRES_URL = postgres.url
  process.stderr.write(`Tests run on: ${postgres.what}\n`)
  globalThis.endTestPostgres = () => postgres[Symbol.asyncDispose]()
}
