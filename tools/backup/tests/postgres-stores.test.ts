import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { type Migrations, migrate } from '@meadow/storage'
import { openTestDatabase } from '@meadow/testing/postgres'
import type { Pool } from 'pg'
import { chatMigrations } from '../../../services/chat/src/migrations.ts'
import { postsMigrations } from '../../../services/posts/src/migrations.ts'
import { restorePostgresStore } from '../src/stores/postgres-restore.ts'
import { openPostgresSnapshot } from '../src/stores/postgres-snapshot.ts'
import { openTestFolder, readTables, writeSnapshot } from './fixtures.ts'

const toId = (n: number) => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const CONVERSATION = toId(1)
/** Line and paragraph separators end a line for many readers of lines. */
const TEXT = 'Até já! "quoted"\n\tsecond\u2028third\u2029line \\ 👋🏽'

const addMessage = (pool: Pool, n: number, replyTo: string | null = null) =>
  pool.query(
    `insert into messages (id, conversation_id, seq, rev, sender_id, fingerprint, content, message_type, media, reply_to, created_at)
     values ($1, $2, $3, $3, $4, '', $5, 'text', '{"random": "abc", "width": 3.50}', $6, '2026-03-01T12:00:00.123456Z')`,
    [toId(n), CONVERSATION, n, toId(2), TEXT, replyTo],
  )

async function fillStore(pool: Pool): Promise<void> {
  await pool.query(
    `insert into conversations (id, low_id, high_id, created_at, moved_at) values ($1, $2, $3, now(), 'infinity')`,
    [CONVERSATION, toId(2), toId(3)],
  )
  await addMessage(pool, 11)
  await addMessage(pool, 12)
  await pool.query('update messages set reply_to = $1 where id = $2', [toId(12), toId(11)]) // refers to a later row
  await pool.query(`insert into outbox (id, event, topic, key) values ($1, $2, 'messages', 'k')`, [
    toId(21),
    '{\n "subject":  "a\\nb",\n "data": {"n": 12345678901234567890} }',
  ])
}

/** Copies the first two migrations of chat. Returns the migrations of a store of that time. */
async function copyFirstMigrations(folder: string): Promise<Migrations[]> {
  const copy = join(folder, 'migrations')
  await mkdir(copy)
  return Promise.all(
    chatMigrations.map(async ({ name, dir }) => {
      if (name !== 'chat') return { name, dir }
      const [first = '', second = ''] = (await readdir(dir)).toSorted()
      for (const file of [first, second]) await copyFile(join(dir, file), join(copy, file))
      return { name, dir: copy }
    }),
  )
}

/** Takes a backup of a filled database. Writes after the snapshot. */
async function backUpFilledStore(folder: string, migrations = chatMigrations) {
  await using database = await openTestDatabase(...migrations)
  await fillStore(database.pool)
  await using snapshot = await openPostgresSnapshot(database.url)
  await addMessage(database.pool, 13)
  await database.pool.query('delete from message_edits')
  return await writeSnapshot(snapshot, folder)
}

describe('a store in PostgreSQL', () => {
  it('is restored as it was at the time of the snapshot, and continues its numbers', async () => {
    await using folder = await openTestFolder()
    await using copy = await openTestFolder()
    const stored = await backUpFilledStore(folder.path)
    await using target = await openTestDatabase()
    await restorePostgresStore(target.url, { service: 'chat', stored, folder: folder.path, migrations: chatMigrations })
    await using restored = await openPostgresSnapshot(target.url)
    const again = await writeSnapshot(restored, copy.path)
    expect(again.migrations).toEqual(stored.migrations)
    const tables = await readTables(folder.path, stored)
    expect(await readTables(copy.path, again)).toEqual(tables)
    expect(tables['messages']).toHaveLength(2)
    await restored[Symbol.asyncDispose]()
    const { rows } = await target.pool.query(
      `select content, reply_to, found_by = folded(content) as "isFound", media->>'width' as width from messages where id = $1`,
      [toId(11)],
    )
    expect(rows).toEqual([{ content: TEXT, reply_to: toId(12), isFound: true, width: '3.50' }])
    await expect(addMessage(target.pool, 14, toId(99))).rejects.toThrow('foreign key')
    const added = await target.pool.query(`insert into outbox (id, event) values ($1, '{}') returning position`, [
      toId(22),
    ])
    expect(added.rows).toEqual([{ position: '2' }])
  })

  it('has the queues of its time, not what its triggers would write for restored rows', async () => {
    await using folder = await openTestFolder()
    await using copy = await openTestFolder()
    await using source = await openTestDatabase(...postsMigrations)
    const addPost = (n: number) =>
      source.pool.query(
        `insert into posts (id, author_id, content, alt, rev, likes_count, comments_count, created_at)
         values ($1, $2, '', '', 1, 0, 0, now())`,
        [toId(n), toId(2)],
      )
    await addPost(31)
    await source.pool.query('delete from posts_to_index')
    await source.pool.query('delete from posts_to_fan_out')
    await addPost(32)
    await using snapshot = await openPostgresSnapshot(source.url)
    const stored = await writeSnapshot(snapshot, folder.path)
    await using target = await openTestDatabase()
    const options = { service: 'posts', stored, folder: folder.path, migrations: postsMigrations }
    await restorePostgresStore(target.url, options)
    await using restored = await openPostgresSnapshot(target.url)
    const tables = await readTables(copy.path, await writeSnapshot(restored, copy.path))
    expect(tables).toEqual(await readTables(folder.path, stored))
    expect(tables['posts_to_fan_out']).toHaveLength(1)
    await restored[Symbol.asyncDispose]()
    await target.pool.query(`update posts set content = 'new'`)
    expect((await target.pool.query('select from posts_to_index')).rowCount).toBe(3)
  })

  it('gets the migrations of its time, so that the next start runs the newer ones', async () => {
    await using folder = await openTestFolder()
    const stored = await backUpFilledStore(folder.path, await copyFirstMigrations(folder.path))
    await using target = await openTestDatabase()
    await restorePostgresStore(target.url, {
      service: 'chat',
      stored,
      folder: folder.path,
      migrations: chatMigrations,
    })
    await expect(target.pool.query('select from picture_secret')).rejects.toThrow('does not exist')
    await migrate(target.pool, chatMigrations)
    expect((await target.pool.query('select from picture_secret')).rowCount).toBe(1)
    expect((await target.pool.query('select from messages')).rowCount).toBe(2)
  })

  it('is refused if the backup is of a newer version, or the database is not empty', async () => {
    await using folder = await openTestFolder()
    const stored = await backUpFilledStore(folder.path)
    const newer = { ...stored, migrations: { ...stored.migrations, chat: ['0001-conversations', '9999-later'] } }
    await using target = await openTestDatabase()
    const restore = (backup: typeof stored) =>
      restorePostgresStore(target.url, {
        service: 'chat',
        stored: backup,
        folder: folder.path,
        migrations: chatMigrations,
      })
    await expect(restore(newer)).rejects.toThrow('newer version')
    await target.pool.query('create table something (id integer)')
    await expect(restore(stored)).rejects.toThrow('not empty')
  })

  it('is not restored in part if rows are missing', async () => {
    await using folder = await openTestFolder()
    const stored = await backUpFilledStore(folder.path)
    const tables = stored.tables.map((table) => (table.name === 'messages' ? { ...table, lines: 3 } : table))
    await using target = await openTestDatabase()
    const options = { service: 'chat', stored: { ...stored, tables }, folder: folder.path, migrations: chatMigrations }
    await expect(restorePostgresStore(target.url, options)).rejects.toThrow('2 of 3 rows of messages')
    expect((await target.pool.query('select from conversations')).rowCount).toBe(0)
  })
})
