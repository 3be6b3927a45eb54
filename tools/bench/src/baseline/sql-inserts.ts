import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '@meadow/storage'

export const INSERT_INTERVAL_MS = 20

/** Runs `work` and, at the same time, durable INSERTs. Returns its result and the sorted durations (ms) of the INSERTs. */
export async function measureInsertsDuring<T>(
  store: string,
  work: () => Promise<T>,
): Promise<{ result: T; took: number[] }> {
  await using pool = await openPostgres(store, { maxConnections: 1 })
  await pool.query('create table if not exists baseline (id uuid primary key)')
  const durationsMs: number[] = []
  let isDone = false
  const inserting = (async () => {
    for (; !isDone; await delay(INSERT_INTERVAL_MS)) {
      const startedAt = performance.now()
      await pool.query({ name: 'insert', text: 'insert into baseline values ($1)', values: [randomUUID()] })
      durationsMs.push(performance.now() - startedAt)
    }
  })()
  try {
    const result = await work()
    isDone = true
    await inserting
    return { result, took: durationsMs.sort((a, b) => a - b) }
  } finally {
    isDone = true
  }
}
