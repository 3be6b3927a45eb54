import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '@meadow/storage'

export const EACH_MS = 20

/** What `work` answers, and the milliseconds, sorted, that durable INSERTs took one after another in the meantime. */
export async function insertsBeside<T>(store: string, work: () => Promise<T>): Promise<{ result: T; took: number[] }> {
  await using pool = await openPostgres(store, { maxConnections: 1 })
  await pool.query('create table if not exists bare (id uuid primary key)')
  const took: number[] = []
  let isOver = false
  const inserting = (async () => {
    for (; !isOver; await delay(EACH_MS)) {
      const begun = performance.now()
      await pool.query({ name: 'insert', text: 'insert into bare values ($1)', values: [randomUUID()] })
      took.push(performance.now() - begun)
    }
  })()
  try {
    const result = await work()
    isOver = true
    await inserting
    return { result, took: took.sort((a, b) => a - b) }
  } finally {
    isOver = true
  }
}
