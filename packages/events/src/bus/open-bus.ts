import type { Logger } from '@meadow/service'
import type { Bus } from './bus.ts'
import { openPostgresBus } from './postgres-bus.ts'

/** Opens the bus of `url`; its scheme chooses the engine. It connects when it is first used, so it may be away now. */
export async function openBus(url: string, { log }: { log: Logger }): Promise<Bus> {
  const { protocol } = new URL(url)
  if (protocol === 'postgres:' || protocol === 'postgresql:') return openPostgresBus(url, log)
  throw new Error(`No event bus for ${protocol}`)
}
