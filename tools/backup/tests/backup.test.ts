import { appendFile, cp, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { openBus } from '@meadow/events'
import { shareAcrossTests, testLog } from '@meadow/testing'
import { takeCut } from '../src/cut.ts'
import { readManifest } from '../src/manifest.ts'
import { restoreBackup, verifyBackup } from '../src/restore-backup.ts'
import { takeBackup } from '../src/take-backup.ts'
import { openTestFolder, openTestInstallation, readLines, type TestInstallation } from './fixtures.ts'

const log = () => {}
const MEMBER = '0199a000-0000-7000-8000-000000000001'
const POST = '0199a000-0000-7000-8000-000000000002'
const [SHOWN, PENDING, UNKNOWN, LOST] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32), 'd'.repeat(32)]

const writePicture = async ({ folder }: TestInstallation, path: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), `picture ${path}`)
}

const addPicture = (installation: TestInstallation, random: string) =>
  installation.databases.posts.pool.query(
    `insert into media (id, owner_id, purpose, random, width, height, created_at, narrower)
     values (gen_random_uuid(), $1, 'post', $2, 10, 10, now(), '{5}')`,
    [MEMBER, random],
  )

/** Fills an installation: an account with a session, pictures, and events that the consumers have handled in part. */
async function fill(installation: TestInstallation): Promise<void> {
  const { auth, posts, bus } = installation.databases
  await auth.pool.query(
    `insert into accounts values ($1, 'ines', 'ines@example.org', 'ines@example.org', 'Inês', 'hash', true, 'member', 'free', 1, now())`,
    [MEMBER],
  )
  await auth.pool.query(
    `insert into sessions (id, account_id, secret, token_hash, remember, created_at, expires_at) values ($1, $1, '', '', true, now(), now())`,
    [MEMBER],
  )
  await posts.pool.query(
    `insert into outbox (id, event, topic, key) values ($1, '{"id": "waiting"}', 'posts', 'post')`,
    [POST],
  )
  await addPicture(installation, SHOWN)
  await addPicture(installation, LOST)
  await posts.pool.query('insert into media_to_remove values ($1, 0, now())', [`p/${MEMBER}/${PENDING}.webp`])
  for (const name of [SHOWN, `${SHOWN}-5`, PENDING, UNKNOWN])
    await writePicture(installation, `media/p/${MEMBER}/${name}.webp`)
  await writePicture(installation, 'media/.incoming/unfinished.webp')
  await writePicture(installation, `chat-media/c/ee/${SHOWN}.webp`)
  await using events = await openBus(installation.urls.bus, { log: testLog })
  const publish = (topic: string, id: string) =>
    events.publishMessages([{ topic, key: id, value: JSON.stringify({ id, subject: id }) }])
  await publish('posts', 'handled by all')
  await publish('posts', 'handled by one')
  await publish('posts', 'handled by none')
  await publish('messages', 'read by nobody')
  await bus.pool.query(`insert into offsets values ('notify', 'posts', 1), ('social', 'posts', 2)`)
}

/** Opens an installation and a backup of it. */
async function openBackup() {
  await using opening = new AsyncDisposableStack()
  const source = opening.use(await openTestInstallation({ isEmpty: false }))
  await fill(source)
  const folder = join(opening.use(await openTestFolder()).path, 'backup')
  const manifest = await takeBackup(source, { folder, log })
  const opened = opening.move()
  return { source, folder, manifest, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

describe('a backup', () => {
  const backup = shareAcrossTests(openBackup)

  it('can be read by its owner only, and has neither sessions nor signing keys', async () => {
    const { folder, manifest } = await backup()
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      expect([entry.name, (mode & 0o777).toString(8)]).toEqual([entry.name, entry.isDirectory() ? '700' : '600'])
    }
    const tables = manifest.stores.auth.tables.map(({ name }) => name)
    expect(tables).toContain('accounts')
    expect(tables.filter((name) => ['sessions', 'signing_keys'].includes(name))).toEqual([])
    await expect(takeBackup((await backup()).source, { folder, log })).rejects.toThrow('not empty')
  })

  it('has the events that a consumer had not handled', async () => {
    const { folder, manifest } = await backup()
    const lines = await readLines(join(folder, manifest.events.file))
    expect(lines.map((line) => JSON.parse(line).event.id)).toEqual(['handled by one', 'handled by none'])
  })

  it('is restored with all stores, the events, and the pictures that the stores know', async () => {
    const { folder, manifest } = await backup()
    await using target = await openTestInstallation({ isEmpty: true })
    const lines: string[] = []
    await verifyBackup({ folder, manifest })
    await restoreBackup(target, { folder, manifest, log: (line) => lines.push(line.trim()) })
    const { auth, posts, bus } = target.databases
    expect((await auth.pool.query('select full_name from accounts')).rows).toEqual([{ full_name: 'Inês' }])
    expect((await auth.pool.query('select from sessions')).rowCount).toBe(0)
    expect((await posts.pool.query('select key from outbox')).rows).toEqual([{ key: 'post' }])
    const { rows } = await bus.pool.query(`select topic, event ->> 'id' as id from log order by position`)
    expect(rows).toEqual(['handled by one', 'handled by none'].map((id) => ({ topic: 'posts', id })))
    const files = await readdir(join(target.folder, 'media/p', MEMBER))
    expect(files.sort()).toEqual([`${SHOWN}-5.webp`, `${SHOWN}.webp`, `${PENDING}.webp`])
    expect(lines).toContain(
      'pictures   3 files of posts restored; left out, because nothing shows them: 1; missing, deleted meanwhile: 1',
    )
    await expect(restoreBackup(target, { folder, manifest, log })).rejects.toThrow('not empty')
  })

  it('has a time before which everything acknowledged is in it', async () => {
    const { urls } = (await backup()).source
    const snapshots: Date[] = []
    const stores = {
      ...urls.stores,
      get auth() {
        snapshots.push(new Date())
        return urls.stores.auth
      },
    }
    await using cut = await takeCut({ ...urls, stores })
    expect(cut.takenAt.getTime()).toBeLessThanOrEqual(snapshots.at(-1)?.getTime() ?? 0)
  })

  it('is not restored beside a bus that consumers have used', async () => {
    const { folder, manifest } = await backup()
    await using target = await openTestInstallation({ isEmpty: true })
    await using bus = await openBus(target.urls.bus, { log: testLog })
    await bus.ping()
    await target.databases.bus.pool.query(`insert into offsets values ('notify', 'posts', 1)`)
    await expect(restoreBackup(target, { folder, manifest, log })).rejects.toThrow('bus')
    expect((await target.databases.auth.pool.query(`select to_regclass('accounts') as found`)).rows).toEqual([
      { found: null },
    ])
  })

  it.each([
    ['has no manifest', 'no complete backup', (folder: string) => rm(join(folder, 'manifest.json'))],
    ['has half a manifest', 'damaged', (folder: string) => truncate(join(folder, 'manifest.json'), 900)],
    [
      'lacks the end of a table',
      'stores/posts/media.jsonl.gz of the backup is damaged',
      (folder: string) => truncate(join(folder, 'stores/posts/media.jsonl.gz'), 40),
    ],
    ['lacks a table', 'is missing', (folder: string) => rm(join(folder, 'stores/chat/messages.jsonl.gz'))],
    [
      'has a changed picture',
      'is damaged',
      (folder: string) => appendFile(join(folder, `media/posts/p/${MEMBER}/${SHOWN}.webp`), '!'),
    ],
    ['lacks a picture', 'is missing', (folder: string) => rm(join(folder, `media/posts/p/${MEMBER}/${SHOWN}.webp`))],
  ])('is refused if it %s', async (_title, message, damage) => {
    await using damaged = await openTestFolder()
    const { folder } = await backup()
    const copy = join(damaged.path, 'backup')
    await cp(folder, copy, { recursive: true })
    await damage(copy)
    const read = async () => verifyBackup({ folder: copy, manifest: await readManifest(copy) })
    await expect(read()).rejects.toThrow(message)
  })
})
