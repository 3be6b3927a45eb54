import type { Logger } from '@meadow/service'
import type { BusOperator } from './operator.ts'
import { openPostgresOperator } from './postgres-operator.ts'

/** Opens the bus of `url` for whoever operates it; its scheme chooses the engine. @throws when it is away */
export async function openOperator(url: string, { log }: { log: Logger }): Promise<BusOperator> {
  const { protocol } = new URL(url)
  if (protocol === 'postgres:' || protocol === 'postgresql:') return openPostgresOperator(url, log)
  throw new Error(`No event bus for ${protocol}`)
}
