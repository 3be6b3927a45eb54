import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBus, openBusOperator } from '@meadow/events'
import { createLogger } from '@meadow/service'
import { RESTORE_MARK } from '@meadow/stack/data-folder'
import type { Migrations, MongoCollection } from '@meadow/storage'
import { authMigrations } from '../../../services/auth/src/migrations.ts'
import { chatCollections } from '../../../services/chat/src/collections.ts'
import { chatMigrations } from '../../../services/chat/src/migrations.ts'
import { notifyMigrations } from '../../../services/notify/src/migrations.ts'
import { postsCollections } from '../../../services/posts/src/collections.ts'
import { postsMigrations } from '../../../services/posts/src/migrations.ts'
import { socialMigrations } from '../../../services/social/src/migrations.ts'
import { isMongoUrl } from './cut.ts'
import type { Installation, InstallationUrls } from './installation.ts'
import { FILE_MODE, hashFile, readLineFile } from './line-files.ts'
import type { BackupManifest, StoredFile } from './manifest.ts'
import { assertNoMedia, readPictureNames, restoreMedia, verifyMedia } from './media/media-restore.ts'
import { SERVICES, type ServiceName } from './services.ts'
import { restoreMongoStore } from './stores/mongo-restore.ts'
import { restorePostgresStore } from './stores/postgres-restore.ts'
import { JOURNAL_FILE } from './take-backup.ts'

const MIGRATIONS: Record<ServiceName, readonly Migrations[]> = {
  auth: authMigrations,
  social: socialMigrations,
  posts: postsMigrations,
  notify: notifyMigrations,
  chat: chatMigrations,
}

/** The collections of the services that can store their data in MongoDB. */
const COLLECTIONS: Partial<Record<ServiceName, readonly MongoCollection[]>> = {
  posts: postsCollections,
  chat: chatCollections,
}

type Backup = { folder: string; manifest: BackupManifest }
type RestoreDeps = Backup & { log: (line: string) => void }

/** Reads the whole backup. @throws Error if a file is missing or damaged */
export async function verifyBackup({ folder, manifest }: Backup): Promise<void> {
  const files: StoredFile[] = [
    manifest.events,
    ...Object.values(manifest.stores).flatMap(({ tables }) => tables),
    ...manifest.media.flatMap(({ indexes }) => indexes),
    ...(manifest.journal ? [manifest.journal] : []),
  ]
  for (const { file, sha256 } of files) {
    const found = await hashFile(join(folder, file)).catch(() => undefined)
    if (found !== sha256) throw new Error(`The file ${file} of the backup is ${found ? 'damaged' : 'missing'}`)
  }
  for (const media of manifest.media) await verifyMedia(folder, media)
}

/**
 * Restores a verified backup into an empty installation. The migrations that are newer than the backup run at the next
 * start. @throws Error if the installation is not empty, or has other engines than the one that was backed up
 */
export async function restoreBackup({ urls, dataDir }: Installation, deps: RestoreDeps): Promise<void> {
  const { folder, manifest, log } = deps
  assertSameEngines(urls, manifest)
  if (dataDir) await writeFile(join(dataDir, RESTORE_MARK), '', { mode: FILE_MODE })
  await assertUnusedBus(urls.bus)
  for (const url of listMediaUrls(urls)) await assertNoMedia(url)
  for (const service of SERVICES) {
    await restoreStore(service, urls, deps)
    log(`  ${service.padEnd(10)} restored`)
  }
  await restorePictures(urls, deps)
  const events = await publishEvents(urls.bus, join(folder, manifest.events.file))
  log(`  events     ${events} are delivered again after the start`)
  if (!dataDir) return
  if (manifest.journal) await restoreJournal(dataDir, join(folder, manifest.journal.file))
  await rm(join(dataDir, RESTORE_MARK))
}

const listMediaUrls = ({ media }: InstallationUrls) => [...new Set(Object.values(media))]

function assertSameEngines({ stores }: InstallationUrls, manifest: BackupManifest): void {
  for (const service of SERVICES) {
    const { engine } = manifest.stores[service]
    if (engine !== (isMongoUrl(stores[service]) ? 'mongodb' : 'postgres'))
      throw new Error(
        `The backup of ${service} is of ${engine}: name a database of it in ${service.toUpperCase()}_STORE_URL`,
      )
  }
}

/** @throws Error if services have read from the bus: it may have events that came after the backup */
async function assertUnusedBus(busUrl: string): Promise<void> {
  await using operator = await openBusOperator(busUrl, { log: createLogger({ name: 'restore', level: 'warn' }) })
  if ((await operator.lag()).length > 0)
    throw new Error('The event bus is in use: restore with an empty database, or another prefix of topics on Kafka')
}

function restoreStore(service: ServiceName, { stores }: InstallationUrls, { folder, manifest }: Backup): Promise<void> {
  const options = { folder, service, stored: manifest.stores[service] }
  const url = stores[service]
  return isMongoUrl(url)
    ? restoreMongoStore(url, { ...options, collections: COLLECTIONS[service] ?? [] })
    : restorePostgresStore(url, { ...options, migrations: MIGRATIONS[service] })
}

async function restorePictures(
  { media: urls }: InstallationUrls,
  { folder, manifest, log }: RestoreDeps,
): Promise<void> {
  for (const media of manifest.media) {
    const tables = media.services.flatMap((service) => manifest.stores[service].tables)
    const names = await readPictureNames(tables.map(({ name, file }) => ({ name, path: join(folder, file) })))
    for (const url of new Set(media.services.map((service) => urls[service as keyof typeof urls]))) {
      const { stored, withoutRow, withoutFile } = await restoreMedia(url, { folder, media, names })
      const left = withoutRow > 0 ? `; left out, because nothing shows them: ${withoutRow}` : ''
      const missing = withoutFile > 0 ? `; missing, deleted meanwhile: ${withoutFile}` : ''
      log(`  pictures   ${stored} files of ${media.services.join(' and ')} restored${left}${missing}`)
    }
  }
}

/** Publishes the events that were not handled yet. Consumers drop those that are in their inbox. */
async function publishEvents(busUrl: string, file: string): Promise<number> {
  await using bus = await openBus(busUrl, { log: createLogger({ name: 'restore', level: 'warn' }) })
  let published = 0
  for await (const lines of readLineFile(file)) {
    await bus.publishMessages(lines.map(toMessage))
    published += lines.length
  }
  return published
}

function toMessage(line: string): { topic: string; key: string; value: string } {
  const { topic, event } = JSON.parse(line) as {
    topic: string
    event: { subject?: string; event?: { subject?: string } }
  }
  return { topic, key: event.subject ?? event.event?.subject ?? '', value: JSON.stringify(event) }
}

async function restoreJournal(dataDir: string, file: string): Promise<void> {
  const lines: string[] = []
  for await (const batch of readLineFile(file)) lines.push(...batch)
  await writeFile(join(dataDir, JOURNAL_FILE), lines.map((line) => `${line}\n`).join(''), { mode: FILE_MODE })
}
