import { describe, expect, it } from '@jest/globals'
import { openPreviewFetcher } from '../src/worker/preview-fetcher.ts'
import { openTestSite, sendPage } from './test-site.ts'

describe('openPreviewFetcher', () => {
  it('fetches several previews at the same time in one process', async () => {
    await using site = await openTestSite({
      '/a': sendPage('<title>A</title><meta property="og:image" content="/p">'),
      '/b': sendPage('<title>B</title>'),
      '/p': sendPage(Buffer.of(1, 2, 3), 'image/png'),
    })
    using fetcher = openPreviewFetcher({ allowedHosts: [site.host] })
    const [one, other] = await Promise.all(['/a', '/b'].map((path) => fetcher.fetch(site.origin + path)))
    expect(one).toEqual({ title: 'A', description: '', site: '', picture: Buffer.of(1, 2, 3) })
    expect(other?.title).toBe('B')
  })

  it('refuses this machine', async () => {
    await using site = await openTestSite({ '/a': sendPage('<title>A</title>') })
    using fetcher = openPreviewFetcher()
    await expect(fetcher.fetch(`${site.origin}/a`)).rejects.toMatchObject({ code: 'address_refused' })
    await expect(fetcher.fetch('http://localhost/')).rejects.toMatchObject({ code: 'address_refused' })
    expect(site.requests).toEqual([])
  })

  it('kills a process that does not respond, and starts another one', async () => {
    await using site = await openTestSite({ '/silent': () => {}, '/a': sendPage('<title>A</title>') })
    using fetcher = openPreviewFetcher({ allowedHosts: [site.host], timeoutMs: 1_500 })
    await expect(fetcher.fetch(`${site.origin}/silent`)).rejects.toMatchObject({
      code: 'too_slow',
      isOfProcess: true,
    })
    expect((await fetcher.fetch(`${site.origin}/a`)).title).toBe('A')
  })
})
