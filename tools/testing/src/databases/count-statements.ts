import pg from 'pg'

type Query = (...parameters: unknown[]) => unknown

/**
 * Runs `work`, and returns its result and the number of statements that all PostgreSQL connections of this process send
 * meanwhile. No background task may run.
 */
export async function countStatements<T>(work: () => PromiseLike<T>): Promise<{ result: T; statements: number }> {
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  let statements = 0
  client.query = function (this: unknown, ...parameters) {
    statements += 1
    return query.apply(this, parameters)
  }
  try {
    const result = await work()
    return { result, statements }
  } finally {
    client.query = query
  }
}
