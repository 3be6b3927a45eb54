import { postgres } from '@meadow/engines'
import { startContainer } from './start-container.ts'
import type { RunningTestEngine } from './test-engine.ts'

const USER = 'meadow'
const PASSWORD = 'meadow-secret'

/** Its data need not survive the run. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '200', jit: 'off', random_page_cost: '1.1' }

/** Starts the PostgreSQL of a test run in a container. */
export const startPostgresContainer = (): Promise<RunningTestEngine> =>
  startContainer({
    service: 'postgres',
    engine: postgres,
    port: 5_432,
    configure: (container) =>
      container
        .withEnvironment({ POSTGRES_USER: USER, POSTGRES_PASSWORD: PASSWORD })
        .withCommand(['postgres', ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])]),
    toUrl: (port) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}`,
  })
