import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@meadow/stack/postgres'

/** One PostgreSQL for a run; jest calls this only where a test of the node project is about to run. */
export default async function startPostgres() {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-test-'))
  const postgres = await openPostgres({ dir: join(dir, 'postgres'), durable: false, log: console.error })
  const end = async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => end().then(() => process.exit(1)))
  process.env.TEST_POSTGRES_URL = postgres.url
  globalThis.endTestPostgres = end
}
