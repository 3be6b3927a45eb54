import type { Logger } from '@meadow/service'
import { getUrlScheme } from '../bus/open-bus.ts'
import type { BusOperator } from './bus-operator.ts'
import { openPostgresOperator } from './postgres-operator.ts'

/** Opens the bus at `url` for an operator; the scheme selects the engine. @throws if the bus is unavailable */
export async function openBusOperator(url: string, { log }: { log: Logger }): Promise<BusOperator> {
  switch (getUrlScheme(url)) {
    case 'postgres':
    case 'postgresql':
      return openPostgresOperator(url, log)
    case 'kafka':
      return (await import('./kafka-operator.ts')).openKafkaOperator(url, log)
    default:
      throw new Error(`No event bus for ${getUrlScheme(url)}://`)
  }
}
