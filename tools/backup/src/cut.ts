import { setTimeout as delay } from 'node:timers/promises'
import { createMongoOutbox, createPostgresOutbox, type Outbox } from '@meadow/events'
import { createLogger } from '@meadow/service'
import { openMongo, toDatabaseUrl } from '@meadow/storage'
import pg from 'pg'
import type { BusBackup } from './bus/bus-backup.ts'
import { openKafkaBusBackup } from './bus/kafka-bus-backup.ts'
import { openPostgresBusBackup } from './bus/postgres-bus-backup.ts'
import type { InstallationUrls } from './installation.ts'
import { withPausedRelays } from './pause-relays.ts'
import { LEFT_OUT_TABLES, SERVICES, type ServiceName } from './services.ts'
import { openMongoSnapshot } from './stores/mongo-snapshot.ts'
import { openPostgresSnapshot } from './stores/postgres-snapshot.ts'
import type { StoreSnapshot } from './stores/store-snapshot.ts'

/** The state of all stores and the bus that a backup contains. */
export type Cut = AsyncDisposable & {
  /** The stores have everything that was acknowledged before this time, and may have some of what came within the pause. */
  takenAt: Date
  stores: { service: ServiceName; snapshot: StoreSnapshot }[]
  bus: Pick<BusBackup, 'readLines'>
  /** The time during which no events were published, in milliseconds. */
  pausedMs: number
}

const MAX_ATTEMPTS = 10
const RETRY_MS = 1_000
/** The lease of an outbox in MongoDB ends after 10 s: then its relay may have published. */
const MAX_PAUSE_MS = 8_000

/**
 * Begins the snapshots of all stores while no events are published, which takes a part of a second. So each event of a
 * stored state is either in an outbox or on the bus, and no store has the effect of an event that its producer has not
 * stored: after a restore the consumers handle what is left, and all copies and counters are right.
 * @throws Error if events on Kafka are not handled in time, the pause takes too long, or an engine is away
 */
export async function takeCut(urls: InstallationUrls): Promise<Cut> {
  await using outboxes = await openOutboxes(urls)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const cut = await withPausedRelays(outboxes.all, (pausedSince) => beginSnapshots(urls, pausedSince))
    if (cut && cut.pausedMs < MAX_PAUSE_MS) return cut
    await cut?.[Symbol.asyncDispose]()
    await delay(RETRY_MS)
  }
  throw new Error(
    'No backup was taken: a consumer does not keep up with Kafka (`npm run events -- lag` shows which one), or the stores are too slow.',
  )
}

async function beginSnapshots(urls: InstallationUrls, pausedSince: number): Promise<Cut | undefined> {
  await using opening = new AsyncDisposableStack()
  const bus = opening.use(await openBusBackup(urls.bus))
  if (!(await bus.prepare())) return undefined
  const takenAt = new Date()
  const begun = await Promise.allSettled(
    SERVICES.map(async (service) => {
      const snapshot = opening.use(await openSnapshot(service, urls.stores[service]))
      return { service, snapshot }
    }),
  )
  const stores = begun.map((one) => {
    if (one.status === 'rejected') throw one.reason // all others are open, so that they are closed
    return one.value
  })
  await bus.snapshot()
  const opened = opening.move()
  const pausedMs = Math.round(performance.now() - pausedSince)
  return { takenAt, stores, bus, pausedMs, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const openSnapshot = (service: ServiceName, url: string): Promise<StoreSnapshot> =>
  isMongoUrl(url)
    ? openMongoSnapshot(url, service)
    : openPostgresSnapshot(toDatabaseUrl(url, `meadow_${service}`), LEFT_OUT_TABLES[service])

const openBusBackup = (url: string): Promise<BusBackup> =>
  url.startsWith('kafka:')
    ? openKafkaBusBackup(url, createLogger({ name: 'backup', level: 'warn' }))
    : openPostgresBusBackup(toDatabaseUrl(url, 'meadow_bus'))

export const isMongoUrl = (url: string): boolean => /^mongodb(\+srv)?:/.test(url)

async function openOutboxes({ stores }: InstallationUrls): Promise<AsyncDisposable & { all: Outbox[] }> {
  await using opening = new AsyncDisposableStack()
  const all: Outbox[] = []
  for (const service of SERVICES) {
    const url = stores[service]
    if (isMongoUrl(url)) {
      const mongo = opening.use(await openMongo(url, { database: `meadow_${service}`, name: 'meadow backup' }))
      all.push(opening.use(createMongoOutbox(mongo)))
    } else {
      const connectionString = toDatabaseUrl(url, `meadow_${service}`)
      const pool = opening.adopt(new pg.Pool({ connectionString, max: 1 }), (one) => one.end())
      all.push(opening.use(createPostgresOutbox(pool)))
    }
  }
  const opened = opening.move()
  return { all, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
