import { setTimeout as delay } from 'node:timers/promises'

const MIN_BATCH_SIZE = 50
const MAX_BATCHES = 10
const BATCH_INTERVAL_MS = 100

/** Closes connections in at most ten batches within a second, so that clients do not reconnect all at once. */
export async function closeInBatches<Connection>(
  connections: readonly Connection[],
  close: (connection: Connection) => void,
): Promise<void> {
  const size = Math.max(MIN_BATCH_SIZE, Math.ceil(connections.length / MAX_BATCHES))
  for (let from = 0; from < connections.length; from += size) {
    if (from > 0) await delay(BATCH_INTERVAL_MS)
    for (const connection of connections.slice(from, from + size)) close(connection)
  }
}
