import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@meadow/stack/postgres'

/** Starts one PostgreSQL for the whole test run. */
export default async function startTestPostgres() {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-test-'))
  await chmod(dir, 0o711) // as root, PostgreSQL may run as another user
  const postgres = await openPostgres({ dir: join(dir, 'postgres'), durable: false, log: console.error })
  cleanUpWhenKilled(dir)
  process.env.TEST_POSTGRES_URL = postgres.url
  globalThis.endTestPostgres = async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Stops the server of a killed test run: a shell waits until its standard input closes. */
function cleanUpWhenKilled(dir) {
  if (process.platform === 'win32') return
  const script = 'cat; kill -INT "$(head -n 1 "$0/postgres/data/postmaster.pid")" && sleep 2; rm -rf "$0"'
  const shell = spawn('sh', ['-c', script, dir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.unref()
  shell.stdin.unref()
}
