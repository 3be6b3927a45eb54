import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openMediaStore, openPictureEncoder } from '@meadow/media'
import { createTestPicture } from '@meadow/media/testing'
import { createLogger, newId, newRandomName } from '@meadow/service'
import type { LinkPreview } from '../src/link-preview.ts'
import type { FetchedLink, LinkPreviewCache } from '../src/link-preview-cache.ts'
import { LinkPreviewError } from '../src/link-preview-error.ts'
import type { FetchedPreview } from '../src/page/fetch-preview.ts'
import {
  createLinkPreviewFinder,
  createLinkPreviewWorker,
  type LinkPreviewJob,
} from '../src/worker/link-preview-worker.ts'
import { openPreviewFetcher, type PreviewFetcher } from '../src/worker/preview-fetcher.ts'
import { openTestSite, sendPage } from './test-site.ts'

const encoder = openPictureEncoder()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-link-preview-'))
})
afterAll(async () => {
  encoder[Symbol.dispose]()
  await rm(folder, { recursive: true, force: true })
})

const NOON = new Date('2026-01-31T12:00:00Z')

/** Runs the worker until it has finished the jobs. Returns the previews by their job, and what was cached. */
async function runWorker(urls: (string | undefined)[], fetcher: PreviewFetcher | undefined, ownOrigin?: string) {
  const waiting: LinkPreviewJob[] = urls.map((url, index) => ({ id: `${index}`, url }))
  const previews: (LinkPreview | null)[] = []
  const cached = new Map<string, FetchedLink & { expiresAt: Date }>()
  const finished = Promise.withResolvers<void>()
  await using files = await openMediaStore(pathToFileURL(folder).href)
  const worker = createLinkPreviewWorker({
    queue: {
      take: async () => waiting.splice(0, 1),
      async finish(job, preview) {
        previews[Number(job.id)] = preview
        if (Number(job.id) === urls.length - 1) finished.resolve()
      },
    },
    cache: {
      async find(url, at) {
        const found = [...cached.values()].find((one) => one.url === url && one.expiresAt > at)
        return found?.page && { _id: found._id, url, ...found.page }
      },
      add: async (link) => void cached.set(link._id, { ...link, expiresAt: link.fetchedAt }),
      async publish(id, expiresAt) {
        Object.assign(cached.get(id) ?? {}, { expiresAt })
      },
      deleteUnused: async () => 0,
    },
    fetcher,
    ownOrigin,
    encoder,
    files,
    toPath: ({ ownerId, random }, narrower) => `p/${ownerId}/${random}${narrower ? `-${narrower}` : ''}.webp`,
    newId,
    newRandomName,
    now: () => NOON,
    log: createLogger({ name: 'test', level: 'silent' }),
  })
  await worker.start()
  await finished.promise
  await worker.stop()
  return { previews, cached: [...cached.values()] }
}

describe('createLinkPreviewWorker', () => {
  it('stores the picture of a page as ours, no wider than a card, and fetches an address once', async () => {
    const picture = await createTestPicture({ width: 1_200, height: 600 })
    await using site = await openTestSite({
      '/a': sendPage('<title>A</title><meta property="og:image" content="/p.png">'),
      '/p.png': sendPage(picture, 'image/png'),
    })
    using fetcher = openPreviewFetcher({ allowedHosts: [site.host] })
    const url = `${site.origin}/a`
    const { previews, cached } = await runWorker([url, url], fetcher)
    expect(previews[0]).toMatchObject({ url, title: 'A', picture: { width: 960, height: 480, narrower: [480] } })
    expect(previews[1]).toEqual(previews[0])
    expect(site.requests.filter((path) => path === '/a')).toHaveLength(1)
    expect(cached).toMatchObject([{ url, expiresAt: new Date('2026-02-01T12:00:00Z') }])
    const random = previews[0]?.picture?.random
    const stored = await readdir(join(folder, 'p', previews[0]?._id ?? ''))
    expect(stored.toSorted()).toEqual([`${random}-480.webp`, `${random}.webp`])
  })

  it('shows a page without its picture, if that is none', async () => {
    await using site = await openTestSite({
      '/a': sendPage('<title>A</title><meta property="og:image" content="/p.svg">'),
      '/p.svg': sendPage('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
    })
    using fetcher = openPreviewFetcher({ allowedHosts: [site.host] })
    expect((await runWorker([`${site.origin}/a`], fetcher)).previews).toMatchObject([{ title: 'A', picture: null }])
  })

  it('asks an address without a preview again after an hour', async () => {
    await using site = await openTestSite({})
    using fetcher = openPreviewFetcher({ allowedHosts: [site.host] })
    const url = `${site.origin}/missing`
    const { previews, cached } = await runWorker([url, url], fetcher)
    expect(previews).toEqual([null, null])
    expect(cached).toMatchObject([{ url, page: null, expiresAt: new Date('2026-01-31T13:00:00Z') }])
    expect(site.requests.filter((path) => path === '/missing')).toHaveLength(1)
  })

  it('requests no address of this installation', async () => {
    await using site = await openTestSite({ '/post/1': sendPage('<title>A</title>') })
    using fetcher = openPreviewFetcher({ allowedHosts: [site.host] })
    const urls = [`${site.origin}/post/1`, `${site.origin}/`]
    expect(await runWorker(urls, fetcher, site.origin)).toEqual({ previews: [null, null], cached: [] })
    expect(site.requests).toEqual([])
  })

  it('finishes texts without a preview, if they no longer have a link or previews are off', async () => {
    using fetcher = openPreviewFetcher()
    expect(await runWorker([undefined], fetcher)).toEqual({ previews: [null], cached: [] })
    expect(await runWorker(['https://example.com/'], undefined)).toEqual({ previews: [null], cached: [] })
  })
})

describe('createLinkPreviewFinder', () => {
  /** Opens a finder with a fetcher and an empty cache, unless the test says otherwise. */
  async function openFinder(
    fetch: PreviewFetcher['fetch'],
    { find = async () => undefined, publish = async () => {} }: Partial<LinkPreviewCache> = {},
    timeoutMs?: number,
  ) {
    const files = await openMediaStore(pathToFileURL(folder).href)
    const findPreview = createLinkPreviewFinder(
      {
        cache: { find, publish, add: async () => {}, deleteUnused: async () => 0 },
        fetcher: { fetch, [Symbol.dispose]: () => {} },
        encoder,
        files,
        toPath: ({ ownerId }) => `p/${ownerId}.webp`,
        newId,
        newRandomName,
        now: () => NOON,
        log: createLogger({ name: 'test', level: 'silent' }),
      },
      timeoutMs,
    )
    return { find: findPreview, [Symbol.asyncDispose]: () => files[Symbol.asyncDispose]() }
  }

  const toPage = (title: string) => ({ title, description: '', site: '', picture: undefined })

  it('fetches at most four links at the same time, and finds of others only what is cached', async () => {
    const pages = Array.from({ length: 4 }, () => Promise.withResolvers<FetchedPreview>())
    const waiting = [...pages]
    const known = { _id: 'a', url: 'https://example.com/known', ...toPage('Known'), picture: null }
    await using finder = await openFinder(() => waiting.shift()?.promise ?? Promise.reject(new Error('A fifth')), {
      find: async (url) => (url === known.url ? known : undefined),
    })
    const found = pages.map((_, number) => finder.find(`https://example.com/${number}`))
    expect(await finder.find('https://example.com/5')).toBeNull()
    expect(await finder.find(known.url)).toEqual(known)
    for (const [number, page] of pages.entries()) page.resolve(toPage(`Page ${number}`))
    expect((await Promise.all(found)).map((preview) => preview?.title)).toEqual([
      'Page 0',
      'Page 1',
      'Page 2',
      'Page 3',
    ])
  })

  it('waits for no slow page, which is found the next time', async () => {
    const page = Promise.withResolvers<FetchedPreview>()
    const published = Promise.withResolvers<void>()
    const publish = async () => published.resolve()
    await using finder = await openFinder(() => page.promise, { publish }, 1)
    expect(await finder.find('https://example.com/slow')).toBeNull()
    page.resolve(toPage('Slow'))
    await published.promise
  })

  it('remembers nothing of an address whose process had to be killed', async () => {
    const results: string[] = []
    const publish = async () => void results.push('published')
    const killed = new LinkPreviewError('too_slow', undefined, { isOfProcess: true })
    const errors = [killed, new LinkPreviewError('too_slow')]
    await using finder = await openFinder(() => Promise.reject(errors.shift()), { publish })
    expect(await finder.find('https://example.com/a')).toBeNull()
    expect(results).toEqual([])
    expect(await finder.find('https://example.com/a')).toBeNull()
    expect(results).toEqual(['published'])
  })
})
