import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { listMediaFiles, type MediaStore, openMediaStore } from '@meadow/media'
import { onSharedS3, type TestBucket } from '@meadow/media/testing/s3'
import {
  EXPORT_TIMEOUT_MS,
  EXPORTING_SERVICES,
  type OwnDataPage,
  toExportPartPath,
  writeExportPart,
} from '@meadow/members'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import AdmZip from 'adm-zip'
import { toExportZipPath } from '../src/exports/export.ts'
import { removeIncompleteExportFiles } from '../src/exports/export-task.ts'
import { packExport } from '../src/exports/pack-export.ts'

type OpenedFiles = { exportFiles: MediaStore; countFiles: () => Promise<number> } & AsyncDisposable

async function countListed(url: string): Promise<number> {
  let count = 0
  for await (const batch of listMediaFiles(url)) count += batch.length
  return count
}

async function openFolder(): Promise<OpenedFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-export-files-'))
  const countFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  const exportFiles = await openMediaStore(pathToFileURL(folder).href)
  return { exportFiles, countFiles, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

const openS3 = async (server: TestBucket): Promise<OpenedFiles> => ({
  exportFiles: await openMediaStore(server.url),
  countFiles: () => countListed(server.url),
  [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
})

const engines: Record<string, (() => Promise<OpenedFiles>) | undefined> = {
  folder: openFolder,
  ...(await onSharedS3(openS3)),
}

/** A picture that is larger than a part of an upload to S3. */
const PICTURE = Buffer.alloc(9_000_000, 'a meadow in the morning, ')
const files: Pick<MediaStore, 'open'> = {
  open: async () => ({
    type: 'image/webp',
    size: PICTURE.length,
    read: () => Readable.from([PICTURE]),
    [Symbol.asyncDispose]: async () => undefined,
  }),
}

const toReader = (...pages: OwnDataPage[]) => ({
  async *readPages() {
    yield* pages
  },
})
const account = { _id: 'b7a1', username: 'ann', email: 'ann@example.org' }
let exportCount = 0

describeOnEachEngine(engines, (open) => {
  const opened = shareAcrossTests(open)

  async function setUp() {
    const { exportFiles, countFiles } = await opened()
    const folder = `${++exportCount}`.padStart(64, 'f')
    const writePart = (service: (typeof EXPORTING_SERVICES)[number], ...pages: OwnDataPage[]) =>
      writeExportPart({ service, ownData: toReader(...pages), exportFiles, files }, { memberId: account._id, folder })
    const openZip = () => exportFiles.open(toExportZipPath(folder))
    return { exportFiles, countFiles, folder, writePart, openZip }
  }

  it('packs the parts of all services into a zip that can be read whole and in ranges', async () => {
    const { exportFiles, countFiles, folder, writePart, openZip } = await setUp()
    const before = await countFiles()
    const named = Array.from({ length: 2 }, (_, index) => ({ name: `media/${index}.webp`, path: `p/${index}.webp` }))
    const items = Array.from({ length: 501 }, (_, index) => ({ text: `Post ${index}` }))
    const parts = []
    for (const service of EXPORTING_SERVICES)
      parts.push({ service, counts: await writePart(service, { kind: 'things', items, files: named }) })
    const bytes = await packExport({ exportFiles }, { folder, account, parts }, new Date())
    await using stored = await openZip()
    const content = await buffer(stored?.read() ?? Readable.from([]))
    expect([content.length, stored?.size]).toEqual([bytes, bytes])
    const zip = new AdmZip(content)
    expect(JSON.parse(zip.readAsText('chat/things-2.json'))).toEqual([{ text: 'Post 500' }])
    expect(zip.readFile('posts/media/1.webp')?.equals(PICTURE)).toBe(true)
    await using resumed = await openZip()
    const rest = await buffer(resumed?.read({ start: 1_000, end: bytes - 1 }) ?? Readable.from([]))
    expect(rest.equals(content.subarray(1_000))).toBe(true)
    for (const service of EXPORTING_SERVICES) await exportFiles.remove(toExportPartPath(folder, service))
    await exportFiles.remove(toExportZipPath(folder))
    expect(await countFiles()).toBe(before)
  })

  it('has the part that was written last, and nothing of one that failed', async () => {
    const { exportFiles, countFiles, folder, writePart } = await setUp()
    const before = await countFiles()
    await writePart('posts', {
      kind: 'posts',
      items: [{ text: 'First' }],
      files: [{ name: 'media/a.webp', path: 'a' }],
    })
    await writePart('posts', { kind: 'posts', items: [{ text: 'Second' }], files: [] })
    const failing = {
      async *readPages(): AsyncGenerator<OwnDataPage> {
        yield { kind: 'posts', items: [{ text: 'Third' }], files: [{ name: 'media/a.webp', path: 'a' }] }
        throw new Error('the store is away')
      },
    }
    const deps = { service: 'posts' as const, ownData: failing, exportFiles, files }
    await expect(writeExportPart(deps, { memberId: account._id, folder })).rejects.toThrow('the store is away')
    await using part = await exportFiles.open(toExportPartPath(folder, 'posts'))
    const content = String(await buffer(part?.read() ?? Readable.from([])))
    expect([content.includes('Second'), content.includes('First'), content.includes('Third')]).toEqual([
      true,
      false,
      false,
    ])
    expect(await countFiles()).toBe(before + 1)
    const parts = EXPORTING_SERVICES.map((service) => ({ service, counts: {} }))
    await expect(packExport({ exportFiles }, { folder, account, parts }, new Date())).rejects.toThrow('is missing')
    expect(await countFiles()).toBe(before + 1)
  })

  it.each([
    ['keeps a file that is being stored', 0, true],
    ['removes what a killed process had stored of a file, after a day', EXPORT_TIMEOUT_MS + 60_000, false],
  ])('%s', async (_title, age, isKept) => {
    const { exportFiles, folder, openZip } = await setUp()
    const begun = Promise.withResolvers<void>()
    const cleaned = Promise.withResolvers<void>()
    async function* read() {
      yield PICTURE
      yield Buffer.alloc(1)
      begun.resolve()
      await cleaned.promise
      yield PICTURE
    }
    const stored = exportFiles
      .put(toExportZipPath(folder), Readable.from(read(), { highWaterMark: 1 }), 'application/zip')
      .then(
        () => true,
        () => false,
      )
    await begun.promise
    await removeIncompleteExportFiles({ exportFiles, now: () => new Date(Date.now() + age) })
    cleaned.resolve()
    expect(await stored).toBe(isKept)
    await using zip = await openZip()
    expect(zip !== undefined).toBe(isKept)
  })
})
