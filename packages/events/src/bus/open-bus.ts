import type { Logger } from '@meadow/service'
import type { Bus } from './bus.ts'
import { openPostgresBus } from './postgres-bus.ts'

/** Opens the bus of `url`; its scheme chooses the engine. It connects when it is first used, so it may be away now. */
export async function openBus(url: string, { log }: { log: Logger }): Promise<Bus> {
  switch (schemeOf(url)) {
    case 'postgres':
    case 'postgresql':
      return openPostgresBus(url, log)
    case 'kafka':
      return (await import('./kafka/kafka-bus.ts')).openKafkaBus(url, { log }) // who does not use it need not load it
    default:
      throw new Error(`No event bus for ${schemeOf(url)}://`)
  }
}

/** Which engine the address of a bus names. */
export const schemeOf = (url: string): string => url.split('://', 1)[0] ?? ''
