import { createOutboxObjectStores, type OutboxDatabase, type OutboxDatabaseSchema } from '@meadow/outbox/engine'
import { type IDBPDatabase, openDB } from 'idb'
import type { PersistedQuery } from '../query/persisted-query.ts'
import { MEMBER_DATABASE_NAME } from './member-database-name.ts'

/** The member of this device: the service worker acts for nobody else. */
export type DeviceMember = { memberId: string; hidesPushText?: boolean }

/** Content that another app has shared with Meadow, until the composer takes it. */
export type SharedContent = {
  /** The member of this device when it was shared; undefined if there was none. */
  memberId?: string
  title?: string
  text?: string
  url?: string
  files: readonly Blob[]
  receivedAtMs: number
}

/** The files of a draft, each with its alt text. The key is the draft's. */
export type DraftFilesRecord = { memberId: string; files: readonly { file: File; alt: string }[] }

/** The key of the only record in the store `member`. */
export const DEVICE_MEMBER_KEY = 'member'

/** The object stores of the member's database. It is deleted at sign-out. */
export type MemberDatabaseSchema = OutboxDatabaseSchema & {
  queries: { key: string; value: PersistedQuery; indexes: { byStoredAt: number } }
  member: { key: typeof DEVICE_MEMBER_KEY; value: DeviceMember }
  shared: { key: string; value: SharedContent }
  drafts: { key: string; value: DraftFilesRecord }
}
export type MemberDatabase = IDBPDatabase<MemberDatabaseSchema>

/** Raise it with each change of the schema, and add a step to `upgradeMemberDatabase`. */
const SCHEMA_VERSION = 3

const openDatabases = new WeakMap<IDBFactory, Promise<MemberDatabase>>()

/**
 * Opens the member's database, once for the page or the service worker. It closes itself when it is to be deleted or upgraded;
 * the next call opens it again. @throws if the browser forbids IndexedDB
 */
export async function openMemberDatabase(): Promise<MemberDatabase> {
  const factory: IDBFactory | undefined = indexedDB
  if (!factory) throw new Error('This browser has no IndexedDB')
  const open = openDatabases.get(factory)
  if (open) return open
  const opening = openCurrentVersion(() => void openDatabases.delete(factory))
  opening.catch(() => openDatabases.delete(factory))
  openDatabases.set(factory, opening)
  return opening
}

/** A build that is older than the database uses it as it is, because upgrades only add. */
async function openCurrentVersion(onClosed: () => void): Promise<MemberDatabase> {
  try {
    return await openVersion(SCHEMA_VERSION, onClosed)
  } catch (error) {
    if ((error as Error).name !== 'VersionError') throw error
    return openVersion(undefined, onClosed)
  }
}

const openVersion = (version: number | undefined, onClosed: () => void): Promise<MemberDatabase> =>
  openDB<MemberDatabaseSchema>(MEMBER_DATABASE_NAME, version, {
    upgrade: upgradeMemberDatabase,
    blocking(_oldVersion, _newVersion, { target }) {
      onClosed()
      const database = target as IDBDatabase
      database.close()
    },
    terminated: onClosed,
  })

/** Upgrades keep the data of earlier versions. */
function upgradeMemberDatabase(database: MemberDatabase, oldVersion: number): void {
  if (oldVersion < 2) {
    if (database.objectStoreNames.contains('outbox')) database.deleteObjectStore('outbox') // never released
    createOutboxObjectStores(database as unknown as OutboxDatabase)
    database.createObjectStore('queries').createIndex('byStoredAt', 'storedAtMs')
    database.createObjectStore('member')
    database.createObjectStore('shared')
  }
  if (oldVersion < 3) database.createObjectStore('drafts')
}
