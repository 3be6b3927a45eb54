import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { describeOnEachEngine, eventually, shareAcrossTests } from '@meadow/testing'
import { listMediaFiles, type MediaFile, type MediaStore, openMediaStore } from '../src/index.ts'
import { createS3Bucket } from '../src/store/s3-bucket.ts'
import { MIN_PART_BYTES } from '../src/store/s3-upload.ts'
import { onSharedS3, type TestBucket } from '../src/testing-s3.ts'

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-media-'))
  const url = pathToFileURL(folder).href
  const media = await openMediaStore(url)
  const countFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  return {
    media,
    url,
    countFiles,
    incompleteBytes: 1_000,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

async function openS3(server: TestBucket) {
  const media = await openMediaStore(server.url)
  const { client, bucket } = createS3Bucket(server.url)
  /** Counts objects and incomplete uploads. */
  const countFiles = async () => {
    const objects = await client.listObjectsV2(bucket, '', true).toArray()
    const { uploads } = await client.listIncompleteUploadsQuery(bucket, '', '', '', '')
    return objects.length + uploads.length
  }
  return {
    media,
    url: server.url,
    countFiles,
    incompleteBytes: MIN_PART_BYTES + 1,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** `incompleteBytes`: a put that is interrupted after this number of bytes leaves data in the store. */
type Opened = {
  media: MediaStore
  url: string
  countFiles: () => Promise<number>
  incompleteBytes: number
} & AsyncDisposable

const engines: Record<string, (() => Promise<Opened>) | undefined> = {
  folder: openFolder,
  ...(await onSharedS3(openS3)),
}

describeOnEachEngine(engines, (open) => {
  const store = shareAcrossTests(open)
  const content = Buffer.from('a picture')

  it('returns a stored file with its type and size', async () => {
    const { media } = await store()
    await media.put('p/alice/one.webp', content, 'image/webp')
    const file = await media.open('p/alice/one.webp')
    expect(file).toMatchObject({ type: 'image/webp', size: content.length })
    expect(await buffer(file?.read() ?? Readable.from([]))).toEqual(content)
  })

  it('lists the paths of all files', async () => {
    const { media, url } = await store()
    const paths = ['l/ab/one.webp', 'l/ab/two.webp', 'l/cd/three.webp']
    for (const path of paths) await media.put(path, content, 'image/webp')
    const listed: string[] = []
    for await (const batch of listMediaFiles(url)) listed.push(...batch)
    expect(listed.filter((path) => path.startsWith('l/')).sort()).toEqual([...paths].sort())
  })

  it('returns a range of a file', async () => {
    const { media } = await store()
    await media.put('p/alice/part.webp', content, 'image/webp')
    const read = async (start: number, end: number) =>
      String(await buffer((await media.open('p/alice/part.webp'))?.read({ start, end }) ?? Readable.from([])))
    expect(await read(0, 0)).toBe('a')
    expect(await read(2, content.length - 1)).toBe('picture')
  })

  it('closes a disposed file, whether it was read or not', async () => {
    const { media } = await store()
    await media.put('p/alice/closed.webp', content, 'image/webp')
    const read = await media.open('p/alice/closed.webp')
    await buffer(read?.read() ?? Readable.from([]))
    await expect(read?.[Symbol.asyncDispose]()).resolves.toBeUndefined()
    await expect((await media.open('p/alice/closed.webp'))?.[Symbol.asyncDispose]()).resolves.toBeUndefined()
  })

  it('removes old incomplete uploads', async () => {
    const { media, countFiles, incompleteBytes } = await store()
    await media.put('p/alice/kept.webp', content, 'image/webp')
    const before = await countFiles()
    const put = startStuckPut(media, 'p/alice/stuck.webp', incompleteBytes)
    await put.uploadStarted
    await eventually(async () => expect(await countFiles()).toBe(before + 1))
    await media.removeIncompleteUploads(new Date(Date.now() - 60_000))
    expect(await countFiles()).toBe(before + 1)
    await media.removeIncompleteUploads(new Date(Date.now() + 60_000))
    expect(await countFiles()).toBe(before)
    put.cut()
    await expect(put.ended).rejects.toThrow('cut')
    expect(await media.open('p/alice/kept.webp').then(closeFile)).toMatchObject({ size: content.length })
  })

  it('stores a stream and replaces an existing file', async () => {
    const { media } = await store()
    await media.put('p/alice/two.webp', Readable.from([Buffer.alloc(70_000, 1), Buffer.alloc(30_000, 2)]), 'image/webp')
    expect(await media.open('p/alice/two.webp').then(closeFile)).toMatchObject({ size: 100_000 })
    await media.put('p/alice/two.webp', content, 'image/webp')
    expect(await media.open('p/alice/two.webp').then(closeFile)).toMatchObject({ size: content.length })
  })

  it.each([0, 1, MIN_PART_BYTES - 1, MIN_PART_BYTES, MIN_PART_BYTES + 1, 2 * MIN_PART_BYTES + 7])(
    'returns a stored stream of %d bytes unchanged, and any range of it',
    async (size) => {
      const { media } = await store()
      const all = Buffer.alloc(size, 'every picture says a thousand words. ')
      const chunks = Array.from({ length: Math.ceil(size / 70_000) }, (_, n) =>
        all.subarray(n * 70_000, (n + 1) * 70_000),
      )
      await media.put('p/alice/long.webp', Readable.from(chunks), 'image/webp')
      const read = async (bytes?: { start: number; end: number }) =>
        buffer((await media.open('p/alice/long.webp'))?.read(bytes) ?? Readable.from([]))
      expect((await read()).equals(all)).toBe(true)
      const end = size - 1
      if (size > 10) expect((await read({ start: end - 9, end })).equals(all.subarray(-10))).toBe(true)
    },
  )

  it('stops reading when the reader disposes the file', async () => {
    const { media } = await store()
    await media.put('p/alice/left.webp', Buffer.alloc(3_000_000), 'image/webp')
    const file = await media.open('p/alice/left.webp')
    const reading = file?.read()
    for await (const _ of reading ?? []) break
    await file?.[Symbol.asyncDispose]()
    expect(reading?.destroyed).toBe(true)
  })

  it('stores nothing of a stream that fails', async () => {
    const { media, countFiles, incompleteBytes } = await store()
    await media.ping()
    const before = await countFiles()
    const failing = Readable.from(
      (async function* () {
        yield Buffer.alloc(incompleteBytes)
        throw new Error('cut')
      })(),
    )
    await expect(media.put('p/alice/three.webp', failing, 'image/webp')).rejects.toThrow('cut')
    expect(await media.open('p/alice/three.webp')).toBeUndefined()
    expect(await countFiles()).toBe(before)
  })

  it('removes a file, and ignores a second removal', async () => {
    const { media } = await store()
    await media.put('p/alice/four.webp', content, 'image/webp')
    await media.remove('p/alice/four.webp')
    await media.remove('p/alice/four.webp')
    expect(await media.open('p/alice/four.webp')).toBeUndefined()
  })

  it.each([
    '../outside.webp',
    'p/../../outside.webp',
    '/etc/passwd.webp',
    'p//x.webp',
    'p\\x.webp',
    '.incoming/x.webp',
    'p/x',
    'p/x.html',
    'p/x.webp\0.html',
    '',
  ])('rejects the path %j in all functions', async (path) => {
    const { media } = await store()
    await expect(media.put(path, content, 'image/webp')).rejects.toThrow('Not a media path')
    await expect(media.open(path)).rejects.toThrow('Not a media path')
    await expect(media.remove(path)).rejects.toThrow('Not a media path')
  })

  it('rejects a type that does not match the path', async () => {
    const { media } = await store()
    await expect(media.put('p/alice/five.webp', content, 'text/html')).rejects.toThrow('is not a path for')
  })

  it('responds to a ping', async () => {
    const { media } = await store()
    await expect(media.ping()).resolves.toBeUndefined()
  })
})

describe('openMediaStore', () => {
  it('rejects a URL scheme without an adapter', async () => {
    await expect(openMediaStore('ftp://example.org/media')).rejects.toThrow('No media store adapter for ftp:')
  })
})

async function closeFile(file: MediaFile | undefined) {
  await file?.[Symbol.asyncDispose]()
  return file
}

/** Starts a put whose stream stops after some bytes, until it fails by `cut`. */
function startStuckPut(media: MediaStore, path: string, bytes: number) {
  const [uploadStarted, cut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stalledStream = Readable.from(
    (async function* () {
      yield Buffer.alloc(bytes)
      yield Buffer.alloc(1)
      uploadStarted.resolve() // a reader that requests more data has written the earlier data
      await cut.promise
      throw new Error('cut')
    })(),
    { highWaterMark: 1 },
  )
  const ended = media.put(path, stalledStream, 'image/webp')
  return { uploadStarted: uploadStarted.promise, cut: cut.resolve, ended }
}
