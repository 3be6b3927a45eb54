import type pg from 'pg'
import { getErrorCode } from './error-code.ts'

/** protocol_violation: a pooler refused the parameters of our connections, or a statement. */
const PROTOCOL_VIOLATION_CODE = '08P01'

/** While other clients use the pooler, one round may by chance look like two sessions. */
const ROUNDS = 3

const POOLER_MESSAGE =
  'PostgreSQL is behind a connection pooler that does not keep sessions, such as PgBouncer in transaction mode: use the ' +
  'address of PostgreSQL itself, because LISTEN, advisory locks and prepared statements need sessions.'

/**
 * Checks that each connection has a PostgreSQL backend of its own. A pooler in transaction mode runs the statements of
 * two connections on the same backend, or those of one connection on several. @throws Error that says what to do
 */
export async function assertSessionPooling(client: pg.ClientBase, pool: pg.Pool): Promise<void> {
  const other = await pool.connect().catch(throwPoolerError)
  try {
    const [backend, otherBackend] = [await readBackendPid(client), await readBackendPid(other)]
    let hasSessions = backend !== otherBackend
    for (let round = 1; round < ROUNDS && hasSessions; round += 1)
      hasSessions = (await readBackendPid(client)) === backend && (await readBackendPid(other)) === otherBackend
    if (!hasSessions) throw new Error(POOLER_MESSAGE)
  } finally {
    other.release()
  }
}

/** Checks the same by two connections of `pool`. @throws Error that says what to do */
export async function assertPoolSessions(pool: pg.Pool): Promise<void> {
  const client = await pool.connect().catch(throwPoolerError)
  try {
    await assertSessionPooling(client, pool)
  } finally {
    client.release()
  }
}

async function readBackendPid(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Throws without the cause: its code means an outage, and the caller would retry. */
function throwPoolerError(error: unknown): never {
  if (getErrorCode(error) === PROTOCOL_VIOLATION_CODE) throw new Error(`${POOLER_MESSAGE} It refused: ${String(error)}`)
  throw error
}
