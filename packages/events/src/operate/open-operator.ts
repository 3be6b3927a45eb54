import type { Logger } from '@meadow/service'
import { schemeOf } from '../bus/open-bus.ts'
import type { BusOperator } from './operator.ts'
import { openPostgresOperator } from './postgres-operator.ts'

/** Opens the bus of `url` for whoever operates it; its scheme chooses the engine. @throws when it is away */
export async function openBusOperator(url: string, { log }: { log: Logger }): Promise<BusOperator> {
  switch (schemeOf(url)) {
    case 'postgres':
    case 'postgresql':
      return openPostgresOperator(url, log)
    case 'kafka':
      return (await import('./kafka-operator.ts')).openKafkaOperator(url, log)
    default:
      throw new Error(`No event bus for ${schemeOf(url)}://`)
  }
}
