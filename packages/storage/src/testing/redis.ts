import { randomBytes } from 'node:crypto'
import { findServer } from './find-server.ts'
import { type RunningServer, runServer } from './run-server.ts'
import { startContainer } from './start-container.ts'
import { startProgram } from './start-program.ts'

export type TestRedis = AsyncDisposable & { url: string }

const IMAGE = 'redis:8.2-alpine'
const PORT = 6_379

const found = findServer({ name: 'Redis', variable: 'TEST_STATE_URL', image: IMAGE, programs: ['redis-server'] })

/** Whether tests can have a Redis here, and whether they may stop it. */
export const hasRedis = found !== undefined
export const hasOwnRedis = found !== undefined && !('url' in found)

/** A Redis that is empty, or a part of a running one that nobody else uses. */
export async function testRedis(): Promise<TestRedis> {
  if (!found || !('url' in found)) return runRedis()
  const address = new URL(found.url)
  address.searchParams.set('prefix', `test_${randomBytes(8).toString('hex')}`)
  return { url: address.href, async [Symbol.asyncDispose]() {} }
}

/** A Redis of the test's own, which can be stopped; it comes back empty. */
export async function runRedis(): Promise<RunningServer & TestRedis> {
  const server = await runServer(starting())
  return { ...server, url: `redis://127.0.0.1:${server.port}` }
}

function starting() {
  if (!found || 'url' in found) throw new Error('No Redis can be started here')
  if ('image' in found) return startContainer({ image: found.image, port: PORT })
  return startProgram({
    program: found.program,
    args: ({ port, folder }) => ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', ''],
    ready: /Ready to accept connections/,
  })
}
