import type { PoolClient, QueryResult } from 'pg'
import type { Queryable } from './open-postgres.ts'

/** A transaction whose first statement shares a round trip with `begin`, and its last one with `commit`. */
export type PipelinedTransaction = Queryable & {
  /** Runs the last statement of the transaction and commits. Resolves after the commit. If the connection is lost, it is unknown whether the commit was done. */
  queryAndCommit: Queryable['query']
}

type QueryArguments = Parameters<(text: string, values?: unknown[]) => void>

/**
 * Creates a transaction on a client whose pool has the option `pipeline`. It begins with its first statement. `commit` does
 * nothing if it has not begun, or after `queryAndCommit`. PostgreSQL answers in order: a statement that fails makes the
 * statements behind it fail, and turns the `commit` behind it into a rollback.
 */
export function createPipelinedTransaction(
  client: PoolClient,
  beginSql: string,
): { tx: PipelinedTransaction; commit(): Promise<void> } {
  let state: 'new' | 'open' | 'ended' = 'new'

  async function query(...args: QueryArguments): Promise<QueryResult | undefined> {
    if (state === 'ended') throw new Error('The transaction has ended')
    if (state === 'open') return client.query(...args)
    state = 'open'
    const [, result] = await sendTogether(client, () => [client.query(beginSql), client.query(...args)])
    return result
  }

  async function queryAndCommit(...args: QueryArguments): Promise<QueryResult | undefined> {
    if (state === 'ended') throw new Error('The transaction has ended')
    if (state === 'new') await client.query(beginSql) // if it failed, the write behind it would run without a transaction
    state = 'ended'
    const [result, committed] = await sendTogether(client, () => [client.query(...args), client.query('commit')])
    assertCommitted(committed)
    return result
  }

  return {
    tx: { query: query as Queryable['query'], queryAndCommit: queryAndCommit as Queryable['query'] },
    async commit() {
      if (state !== 'open') return
      state = 'ended'
      assertCommitted(await client.query('commit'))
    },
  }
}

/** PostgreSQL answers `ROLLBACK` to the commit of a transaction in which a statement has failed. */
function assertCommitted(result: QueryResult | undefined): void {
  if (result?.command !== 'COMMIT') throw new Error('The transaction was rolled back')
}

/** Sends statements in one write. Rejects with the first failure. */
function sendTogether(client: PoolClient, send: () => Promise<QueryResult>[]): Promise<QueryResult[]> {
  const { stream } = client.connection
  stream.cork()
  try {
    return Promise.all(send())
  } finally {
    stream.uncork()
  }
}
