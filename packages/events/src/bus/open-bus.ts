import type { Logger } from '@meadow/service'
import type { AutoMigrate } from '@meadow/storage'
import type { Bus } from './bus.ts'
import { openPostgresBus } from './postgres-bus.ts'

/**
 * Opens the event bus at `url`, whose scheme selects the engine. The bus connects at first use, so it may be unavailable
 * now. @throws Error if the scheme is unknown
 */
export async function openBus(
  url: string,
  { log, autoMigrate }: { log: Logger; autoMigrate?: AutoMigrate },
): Promise<Bus> {
  switch (getUrlScheme(url)) {
    case 'postgres':
    case 'postgresql':
      return openPostgresBus(url, { log, autoMigrate })
    case 'kafka':
      return (await import('./kafka/kafka-bus.ts')).openKafkaBus(url, { log }) // loads the Kafka client only if it is used
    default:
      throw new Error(`No event bus for ${getUrlScheme(url)}://`)
  }
}

/** Returns the scheme of a URL. `URL` cannot parse addresses with several hosts. */
export const getUrlScheme = (url: string): string => url.split('://', 1)[0] ?? ''
