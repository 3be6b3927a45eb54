import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { onEveryEngine, usingOnce } from '@meadow/storage/testing'
import { openMedia } from '../src/index.ts'

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-media-'))
  const media = await openMedia(pathToFileURL(folder).href)
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  return { media, files, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

onEveryEngine({ folder: openFolder }, (open) => {
  const store = usingOnce(open)
  const content = Buffer.from('a picture')

  it('gives back what was put, with its type and size', async () => {
    const { media } = await store()
    await media.put('p/alice/one.webp', content, 'image/webp')
    const stored = await media.open('p/alice/one.webp')
    expect(stored).toMatchObject({ type: 'image/webp', size: content.length })
    expect(await buffer(stored?.stream ?? Readable.from([]))).toEqual(content)
  })

  it('takes a stream, and replaces what was there', async () => {
    const { media } = await store()
    await media.put('p/alice/two.webp', Readable.from([Buffer.alloc(70_000, 1), Buffer.alloc(30_000, 2)]), 'image/webp')
    expect(await media.open('p/alice/two.webp').then(closed)).toMatchObject({ size: 100_000 })
    await media.put('p/alice/two.webp', content, 'image/webp')
    expect(await media.open('p/alice/two.webp').then(closed)).toMatchObject({ size: content.length })
  })

  it('keeps nothing of a stream that breaks', async () => {
    const { media, files } = await store()
    const before = await files()
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.alloc(70_000)
        throw new Error('cut')
      })(),
    )
    await expect(media.put('p/alice/three.webp', breaking, 'image/webp')).rejects.toThrow('cut')
    expect(await media.open('p/alice/three.webp')).toBeUndefined()
    expect(await files()).toBe(before)
  })

  it('removes, more than once, too', async () => {
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
  ])('refuses the path %j for all it does', async (path) => {
    const { media } = await store()
    await expect(media.put(path, content, 'image/webp')).rejects.toThrow('Not a media path')
    await expect(media.open(path)).rejects.toThrow('Not a media path')
    await expect(media.remove(path)).rejects.toThrow('Not a media path')
  })

  it('refuses a type that the path does not say', async () => {
    const { media } = await store()
    await expect(media.put('p/alice/five.webp', content, 'text/html')).rejects.toThrow('cannot hold')
  })

  it('answers a ping', async () => {
    const { media } = await store()
    await expect(media.ping()).resolves.toBeUndefined()
  })
})

describe('openMedia', () => {
  it('refuses a scheme that it has no adapter for', async () => {
    await expect(openMedia('ftp://example.org/media')).rejects.toThrow('No media adapter for ftp:')
  })
})

function closed<T extends { stream: Readable } | undefined>(stored: T): T {
  stored?.stream.destroy()
  return stored
}
