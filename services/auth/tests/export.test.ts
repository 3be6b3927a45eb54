import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { type MediaStore, openMediaStore } from '@meadow/media'
import {
  EXPORTING_SERVICES,
  type ExportingService,
  exportMemberPart,
  type OwnDataPage,
  toExportPartPath,
  writeExportPart,
} from '@meadow/members'
import { newId } from '@meadow/service'
import { testLog } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import AdmZip from 'adm-zip'
import type request from 'supertest'
import { eraseDueAccount } from '../src/erasure/erasure-task.ts'
import { cleanUpExports, packDueExport } from '../src/exports/export-task.ts'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

const DAY_MS = 24 * HOUR_MS
const PICTURE = Buffer.from('the bytes of a picture')

/** Opens auth with a store of exports in a folder, which can be made to fail. */
async function openAuthWithExports() {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-exports-'))
  const files = await openMediaStore(pathToFileURL(folder).href)
  const failing = { put: false }
  const exportFiles: MediaStore = {
    ...files,
    put: async (path, content, type) => {
      if (failing.put && content instanceof Readable) throw new Error('ENOSPC: no space left on device')
      await files.put(path, content, type)
    },
  }
  const auth = await openAuth({ exportFiles })
  return {
    ...auth,
    exportFiles,
    failing,
    /** Lists the stored files of all exports. */
    listFiles: async () => (await readdir(folder, { recursive: true })).filter((name) => /\.(tar|zip)$/.test(name)),
    [Symbol.asyncDispose]: async () => {
      await auth[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describe('the export of what the product has about a member', () => {
  async function setUp() {
    const started = await openAuthWithExports()
    const { call, store, deliverEvents, publishedEvents, now, exportFiles, login } = started
    const { username } = ann
    const { user } = (await started.register()).body
    await started.sendMails()
    /** Signs in again: the clock of a test moves by more than a token lives. */
    const signIn = async () => toBearerHeader((await login({ email: ann.email, password: ann.password })).body.token)
    const ask = async () =>
      call()
        .post('/auth/export')
        .set(await signIn())
    const show = async () =>
      (
        await call()
          .get('/auth/export')
          .set(await signIn())
      ).body.export
    const createLink = async () =>
      call()
        .post('/auth/export/link')
        .set(await signIn())
    /** Downloads the zip at an address, as the gateway forwards it. */
    const download = (url: string) => call().get(url.slice('/api'.length)).buffer().parse(readBody)
    const findRequests = async () =>
      (await publishedEvents(user)).filter((event) => event.type === 'member.export-requested')
    const ownDeps = { service: 'auth' as const, consumerStore: store.ports.consumerStore, ownData: store.ports.ownData }
    const writeOwnPart = () => exportMemberPart({ ...ownDeps, exportFiles, now, newId })
    /** Writes the parts of the other services, and confirms them. */
    const writeOtherParts = async (services: readonly ExportingService[] = EXPORTING_SERVICES) => {
      const { exportId, folder } = toRequestData((await findRequests()).at(-1))
      for (const service of services.filter((one) => one !== 'auth')) {
        const ownData = { readPages: () => readSamplePages(service) }
        const files = { open: async () => ({ ...(await openSamplePicture()) }) }
        const counts = await writeExportPart({ service, ownData, exportFiles, files }, { memberId: user._id, folder })
        const time = now()
        const envelope = { source: service, subject: user._id, id: newId(time), time }
        await deliverEvents(
          createEvent(events.memberPartExported, { ...envelope, data: { exportId, service, counts } }),
        )
      }
    }
    const pack = () => packDueExport({ exports: store.ports.exports, exportFiles, log: testLog, now })
    const cleanUp = () => cleanUpExports({ exports: store.ports.exports, exportFiles, now })
    /** Lets all services write their parts, and packs them. */
    const complete = async () => {
      const requests = await findRequests()
      await deliverEvents(...requests.slice(-1))
      await writeOwnPart()
      await deliverEvents(...(await publishedEvents(user)).filter(isPartExported))
      await writeOtherParts()
      return pack()
    }
    return {
      ...started,
      ...{ user, username, signIn, ask, show, createLink, download, findRequests, writeOwnPart, writeOtherParts },
      ...{ pack, cleanUp, complete },
    }
  }

  it('is a zip with pages, JSON and pictures of every service, of which a mail tells', async () => {
    await using opened = await setUp()
    const { ask, show, complete, createLink, download, sendMails, listFiles, username } = opened
    const asked = await ask()
    expect(asked.status).toBe(202)
    expect(asked.body.export).toMatchObject({ status: 'collecting', parts: 0, totalParts: 5 })
    await complete()
    const shown = await show()
    expect(shown).toMatchObject({ status: 'ready', parts: 5, bytes: expect.any(Number) })
    expect(new Date(shown.expiresAt).getTime() - new Date(shown.readyAt).getTime()).toBe(7 * DAY_MS)
    const [mail] = (await sendMails()).filter(({ subject }) => subject === 'Your Meadow data is ready')
    expect(mail?.text).toContain('/settings/data')
    expect(mail?.text).not.toContain('token')
    expect((await listFiles()).filter((name) => name.endsWith('.tar'))).toEqual([])

    const { url } = (await createLink()).body
    for (const attempt of ['a scanner', 'the member']) {
      const response = await download(url).expect(200)
      expect([attempt, response.get('Content-Disposition')]).toEqual([
        attempt,
        `attachment; filename=meadow-${username}.zip`,
      ])
      const zip = new AdmZip(response.body as Buffer)
      const names = zip.getEntries().map(({ entryName }) => entryName)
      expect(names).toEqual(expect.arrayContaining(['index.html', 'auth/account-1.json', 'posts/posts-1.html']))
      expect(zip.readAsText('index.html')).toContain(`href="posts/posts-2.html"`) // 501 posts
      expect(JSON.parse(zip.readAsText('posts/posts-2.json'))).toEqual([
        { text: 'The last post', file: 'media/a.webp' },
      ])
      expect(zip.readAsText('posts/posts-1.html')).not.toContain('<script>')
      expect(zip.readFile('posts/media/a.webp')).toEqual(PICTURE)
      expect(JSON.parse(zip.readAsText('auth/account-1.json'))).toMatchObject([{ username }])
      expect(zip.readAsText('auth/account-1.json')).not.toMatch(/argon|hash/i)
    }
  })

  it('is made once at a time, and once in 24 hours', async () => {
    await using opened = await setUp()
    const { ask, complete, findRequests, advance } = opened
    const [one, other] = await Promise.all([ask(), ask()])
    expect([one.status, other.status]).toEqual([202, 202])
    expect(one.body.export._id).toBe(other.body.export._id)
    expect(await findRequests()).toHaveLength(1)
    await complete()
    expect((await ask()).body).toMatchObject({ code: 'export_too_soon' })
    advance(DAY_MS)
    expect((await ask()).status).toBe(202)
    expect(await findRequests()).toHaveLength(2)
  })

  it('has an address for an hour, that only its member can create, and that the next one replaces', async () => {
    await using opened = await setUp()
    const { ask, complete, createLink, download, advance, call } = opened
    const other = await opened.register({ username: 'ben', email: 'ben@example.org' })
    const asOther = toBearerHeader(other.body.token)
    await ask()
    expect((await createLink()).status).toBe(404) // nothing is ready
    await complete()
    const first = (await createLink()).body.url
    await call().post('/auth/export/link').set(asOther).expect(404)
    await call().post('/auth/export/link').expect(401)
    const second = (await createLink()).body.url
    await download(first).expect(404)
    await download(second).set('Range', 'bytes=0-3').expect(206)
    for (const url of [
      '/api/auth/export/file',
      '/api/auth/export/file?token=',
      '/api/auth/export/file?token=a&token=b',
    ])
      await download(url).expect(404)
    advance(HOUR_MS)
    await download(second).expect(404)
  })

  it('goes on in another process after the one that packed it was killed', async () => {
    await using opened = await setUp()
    const { ask, writeOwnPart, writeOtherParts, pack, show, advance, findRequests, deliverEvents, ...rest } = opened
    await ask()
    await deliverEvents(...(await findRequests()))
    await writeOwnPart()
    await deliverEvents(...(await rest.publishedEvents(rest.user)).filter(isPartExported))
    await writeOtherParts()
    const until = new Date(rest.now().getTime() + 60_000)
    expect(await rest.store.ports.exports.claimPacking(rest.now(), until)).toBeDefined() // and is killed
    expect(await pack()).toBe(false)
    expect(await show()).toMatchObject({ status: 'packing' })
    advance(60_000)
    expect(await pack()).toBe(true)
    expect(await show()).toMatchObject({ status: 'ready' })
  })

  it('has failed when it cannot be packed, or takes a day, and can be asked for again at once', async () => {
    await using opened = await setUp()
    const { ask, complete, pack, show, advance, failing, cleanUp } = opened
    await ask()
    failing.put = true
    await complete().catch(() => undefined) // the part of auth
    failing.put = false
    advance(3 * 60_000)
    await complete()
    advance(1)
    expect(await show()).toMatchObject({ status: 'ready' })
    advance(DAY_MS)
    expect((await ask()).status).toBe(202)
    advance(DAY_MS + 1)
    await cleanUp()
    expect(await show()).toMatchObject({ status: 'failed', nextAt: null })
    expect((await ask()).status).toBe(202)
    expect(await show()).toMatchObject({ status: 'collecting' })
    expect(await pack()).toBe(false)
  })

  it('is given up after five attempts to pack it', async () => {
    await using opened = await setUp()
    const { ask, complete, pack, show, advance, exportFiles, findRequests } = opened
    await ask()
    const { folder } = toRequestData((await findRequests())[0])
    const { open } = exportFiles
    exportFiles.open = async (path) => (path === toExportPartPath(folder, 'chat') ? undefined : open(path))
    await complete()
    for (let attempt = 1; attempt < 5; attempt++) {
      expect(await show()).toMatchObject({ status: 'packing' })
      advance(3 * 60_000)
      await pack()
    }
    exportFiles.open = open
    expect(await show()).toMatchObject({ status: 'failed', nextAt: null })
  })

  it('is removed after seven days', async () => {
    await using opened = await setUp()
    const { ask, complete, show, createLink, advance, cleanUp, listFiles } = opened
    await ask()
    const before = await listFiles()
    await complete()
    expect(await listFiles()).toHaveLength(before.length + 1)
    advance(7 * DAY_MS)
    await cleanUp()
    expect(await show()).toBeNull()
    expect((await createLink()).status).toBe(404)
    expect(await listFiles()).toEqual([])
  })

  it('is removed when the account is erased, with the parts that were written meanwhile', async () => {
    await using opened = await setUp()
    const { ask, complete, call, signIn, advance, now, cleanUp, listFiles, countRows, store, findRequests, ...rest } =
      opened
    await cleanUp()
    await ask()
    await complete()
    await call()
      .delete('/auth/account')
      .set(await signIn())
      .send({ password: ann.password })
      .expect(200)
    advance(14 * DAY_MS)
    const deps = { erasures: store.ports.erasures, now, newId }
    while (await eraseDueAccount(deps));
    await rest.deliverEvents(...(await findRequests())) // a replay
    const erased = (await rest.publishedEvents(rest.user)).filter(({ type }) => type === 'member.erased')
    await rest.deliverEvents(...erased)
    expect(await rest.writeOwnPart()).toBe(false)
    await cleanUp()
    expect(await listFiles()).toEqual([])
    expect([await countRows('exports'), await countRows('export_tasks')]).toEqual([0, 0])
  })

  it('is refused where the installation makes none', async () => {
    await using without = await openAuth()
    const { token } = (await without.register()).body
    const as = toBearerHeader(token)
    expect((await without.call().post('/auth/export').set(as)).body).toMatchObject({ code: 'export_off' })
    expect((await without.call().get('/auth/export').set(as)).body).toEqual({ isOffered: false, export: null })
  })
})

const toRequestData = (event: DomainEvent | undefined) => (event?.data ?? {}) as { exportId: string; folder: string }
const isPartExported = ({ type }: DomainEvent) => type === 'member.part-exported'

async function* readSamplePages(service: ExportingService): AsyncGenerator<OwnDataPage> {
  if (service !== 'posts') return
  const posts = Array.from({ length: 500 }, () => ({ text: '<script>alert(1)</script>', file: '' }))
  yield { kind: 'posts', items: posts, files: [] }
  const files = [
    { name: 'media/a.webp', path: 'p/a.webp' },
    { name: 'media/a.webp', path: 'p/a.webp' },
  ]
  yield { kind: 'posts', items: [{ text: 'The last post', file: 'media/a.webp' }], files }
}

const openSamplePicture = async () => ({
  type: 'image/webp',
  size: PICTURE.length,
  read: () => Readable.from([PICTURE]),
  [Symbol.asyncDispose]: async () => undefined,
})

/** Reads the body of a response as it is. */
function readBody(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = []
  const stream = response as unknown as NodeJS.ReadableStream
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('end', () => done(null, Buffer.concat(chunks)))
}
