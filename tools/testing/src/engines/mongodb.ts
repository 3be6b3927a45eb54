import { ensureReplicaSet, mongodb, REPLICA_SET } from '@meadow/engines'
import type { GenericContainer } from 'testcontainers'
import { startContainer } from './start-container.ts'
import { startLocalServer } from './start-local-server.ts'
import type { RunningTestEngine, TestEngine } from './test-engine.ts'

const PORT = 27_017

const TIMEOUT_MS = 60_000

/**
 * With a direct connection, clients ignore the host names of the replica set. On a busy machine the server responds later
 * than the product waits.
 */
function toUrl(port: number): string {
  const url = new URL(`mongodb://127.0.0.1:${port}/?directConnection=true`)
  for (const name of ['connectTimeoutMS', 'serverSelectionTimeoutMS', 'waitQueueTimeoutMS', 'socketTimeoutMS'])
    url.searchParams.set(name, String(TIMEOUT_MS))
  return url.href
}

async function startMongoContainer(): Promise<RunningTestEngine> {
  const limits = ['--setParameter', 'transactionLifetimeLimitSeconds=10']
  const command = ['mongod', '--replSet', REPLICA_SET, '--bind_ip_all', ...limits]
  const configure = (container: GenericContainer) => container.withCommand(command)
  const started = await startContainer({ service: 'mongodb', engine: mongodb, port: PORT, configure, toUrl })
  await ensureReplicaSet(Number(new URL(started.url).port), `127.0.0.1:${PORT}`)
  return started
}

export const mongodbTestEngine: TestEngine = {
  urlVariable: 'TEST_MONGO_URL',
  startContainer: startMongoContainer,
  startLocally: () => startLocalServer(mongodb, toUrl),
}
