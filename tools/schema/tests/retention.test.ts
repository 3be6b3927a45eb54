import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { eventDeliveryCollections } from '@meadow/events'
import { memberCollections } from '@meadow/members'
import type { MongoCollection } from '@meadow/storage'
import { openTestDatabase } from '@meadow/testing/postgres'
import { chatCollections } from '../../../services/chat/src/collections.ts'
import { postsCollections } from '../../../services/posts/src/collections.ts'
import { migrateAndReadColumns } from '../src/migrate-and-read-columns.ts'
import { ROOT, SCHEMA_OWNERS } from '../src/owners.ts'
import { readRetentionLines } from './retention-lines.ts'

const SHARED_SECTION = 'Every service'
const sharedCollections = [...memberCollections, ...eventDeliveryCollections]
const sharedNames = new Set(sharedCollections.map(({ name }) => name))
const withoutShared = (collections: readonly MongoCollection[]) =>
  collections.filter(({ name }) => !sharedNames.has(name))
const COLLECTIONS: Record<string, readonly MongoCollection[]> = {
  [SHARED_SECTION]: sharedCollections,
  posts: withoutShared(postsCollections),
  chat: withoutShared(chatCollections),
}

/** Returns the section of docs/retention.md that lists the tables of a folder of migrations. */
const toSection = (owner: string): string => (owner === 'members' || owner === 'events' ? SHARED_SECTION : owner)

/** Returns the names of all tables and collections, as 'section: name'. */
async function readStoredNames(): Promise<string[]> {
  const names: string[] = []
  for (const owner of SCHEMA_OWNERS) {
    await using database = await openTestDatabase()
    const { columns, previous } = await migrateAndReadColumns(database.pool, owner)
    const earlier = new Set(previous.map(({ table }) => table))
    const tables = columns.map(({ table }) => table).filter((table) => !earlier.has(table))
    names.push(...tables.map((table) => `${toSection(owner.migrations.name)}: ${table}`))
  }
  for (const [section, collections] of Object.entries(COLLECTIONS))
    names.push(...collections.map(({ name }) => `${section}: ${name}`))
  return [...new Set(names)].toSorted()
}

describe('docs/retention.md', () => {
  it('says for every table and collection of the migrated schema what bounds it', async () => {
    const lines = readRetentionLines(await readFile(join(ROOT, 'docs/retention.md'), 'utf8'))
    expect(lines.map(({ section, name }) => `${section}: ${name}`).toSorted()).toEqual(await readStoredNames())
    expect(lines.filter(({ bound }) => bound === '')).toEqual([])
  }, 60_000)
})
