import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Migrations } from '@meadow/storage'
import { openTestDatabase, type TestDatabase } from '@meadow/testing/postgres'
import { authMigrations } from '../../../services/auth/src/migrations.ts'
import { chatMigrations } from '../../../services/chat/src/migrations.ts'
import { notifyMigrations } from '../../../services/notify/src/migrations.ts'
import { postsMigrations } from '../../../services/posts/src/migrations.ts'
import { socialMigrations } from '../../../services/social/src/migrations.ts'
import type { Installation } from '../src/installation.ts'
import { type LineFile, readLineFile, writeLineFile } from '../src/line-files.ts'
import type { StoredStore } from '../src/manifest.ts'
import { SERVICES, type ServiceName } from '../src/services.ts'
import type { StoreSnapshot } from '../src/stores/store-snapshot.ts'

/** Opens a temporary folder. */
export async function openTestFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'meadow-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Writes the tables of a snapshot to a folder, as a backup does. */
export async function writeSnapshot(
  { engine, migrations, tables }: StoreSnapshot,
  folder: string,
): Promise<StoredStore> {
  const stored: StoredStore['tables'] = []
  for (const { name, columns, readLines } of tables) {
    const written: LineFile = await writeLineFile(join(folder, name), readLines())
    stored.push({ name, columns, file: name, ...written })
  }
  return { engine, migrations, tables: stored }
}

/** Reads the lines of all tables, sorted. */
export async function readTables(folder: string, { tables }: StoredStore): Promise<Record<string, string[]>> {
  const lines: Record<string, string[]> = {}
  for (const { name, file } of tables) lines[name] = (await readLines(join(folder, file))).sort()
  return lines
}

/** Reads all lines of a file of a backup. */
export async function readLines(file: string): Promise<string[]> {
  const lines: string[] = []
  for await (const batch of readLineFile(file)) lines.push(...batch)
  return lines
}

const MIGRATIONS: Record<ServiceName, readonly Migrations[]> = {
  auth: authMigrations,
  social: socialMigrations,
  posts: postsMigrations,
  notify: notifyMigrations,
  chat: chatMigrations,
}

export type TestInstallation = AsyncDisposable &
  Installation & { databases: Record<ServiceName | 'bus', TestDatabase>; folder: string }

/** Opens the databases and media folders of an installation: migrated ones, or empty ones to restore into. */
export async function openTestInstallation({ isEmpty }: { isEmpty: boolean }): Promise<TestInstallation> {
  await using opening = new AsyncDisposableStack()
  const folder = opening.use(await openTestFolder()).path
  const open = async (...migrations: Migrations[]) =>
    opening.use(await openTestDatabase(...(isEmpty ? [] : migrations)))
  const databases: Record<string, TestDatabase> = { bus: await open() }
  for (const service of SERVICES) databases[service] = await open(...MIGRATIONS[service])
  const toMediaUrl = (name: string) => pathToFileURL(join(folder, name)).href
  const opened = opening.move()
  return {
    databases: databases as TestInstallation['databases'],
    folder,
    urls: {
      stores: Object.fromEntries(SERVICES.map((service) => [service, databases[service]?.url])) as Record<
        ServiceName,
        string
      >,
      bus: databases['bus']?.url ?? '',
      media: { posts: toMediaUrl('media'), chat: toMediaUrl('chat-media') },
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
