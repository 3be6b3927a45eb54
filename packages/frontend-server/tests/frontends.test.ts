import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { createFrontendHandler } from '../src/serve.ts'

const FILES = {
  'shell/dist/index.html': '<title>Meadow</title>',
  'shell/dist/sw.js': 'worker()',
  'shell/dist/manifest.webmanifest': '{"name":"Meadow"}',
  'shell/dist/release.json': '{"name":"shell","releasedAt":2000}',
  'shell/dist/release.json.br': brotliCompressSync('{"name":"shell","releasedAt":2000}'),
  'feed/dist/release.json': '{"name":"feed","releasedAt":4000,"files":[]}',
  'shell/dist/js/main.0123456789ab.js': 'shell()',
  'shell/dist/js/main.0123456789ab.js.br': brotliCompressSync('shell()'),
  'feed/dist/.built': 'notes of the build',
  'feed/dist/remoteEntry.js': '{"name":"feed"}',
  'feed/dist/js/feed.ba9876543210.js': 'feed()',
}

type SiteOptions = { isDraining?: boolean; hasServiceWorker?: boolean; rolledBackAt?: number }

async function serve({ isDraining = false, hasServiceWorker = true, ...options }: SiteOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-frontends-'))
  const write = async (file: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  for (const [file, content] of Object.entries(FILES)) await write(file, content)
  const server = createServer(
    createFrontendHandler(folder, {
      isDraining: () => isDraining,
      hasServiceWorker: () => hasServiceWorker,
      ...options,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    folder,
    write,
    get: (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const asPage = { accept: 'text/html,application/xhtml+xml' }

describe('the front ends', () => {
  it.each(['/', '/home', '/post/0199', '/index.html'])('answer the shell, never kept, for %s', async (path) => {
    await using site = await serve()
    const response = await site.get(path)
    expect([response.status, await response.text()]).toEqual([200, '<title>Meadow</title>'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('serve the profile page of a member with a dot in the name', async () => {
    await using site = await serve()
    expect((await site.get('/profile/jane.doe', asPage)).status).toBe(200)
  })

  it('are released at the time of their build, or of a rollback that is later', async () => {
    const readTime = async (path: string, options: SiteOptions = {}) => {
      await using site = await serve(options)
      const response = await site.get(path, { 'accept-encoding': 'br' })
      expect(response.headers.get('cache-control')).toBe('no-cache')
      return ((await response.json()) as { releasedAt: number }).releasedAt
    }
    expect(await readTime('/release.json')).toBe(2_000)
    expect(await readTime('/release.json', { rolledBackAt: 3_000 })).toBe(3_000)
    expect(await readTime('/mf/feed/release.json', { rolledBackAt: 3_000 })).toBe(4_000)
  })

  it('let browsers cache hashed files forever, and serve them compressed if the browser accepts that', async () => {
    await using site = await serve()
    const response = await site.get('/js/main.0123456789ab.js', { 'accept-encoding': 'br' })
    expect(await response.text()).toBe('shell()')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
    })
  })

  it.each([
    ['/sw.js', 'text/javascript'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/release.json', 'application/json'],
  ])('serve %s as %s, revalidated each time', async (path, type) => {
    await using site = await serve()
    const { headers } = await site.get(path)
    expect(headers.get('content-type')).toContain(type)
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('replace the service worker by one that removes it, if it is switched off', async () => {
    await using site = await serve({ hasServiceWorker: false })
    const response = await site.get('/sw.js')
    expect(await response.text()).toContain('registration.unregister()')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'x-service-worker': 'off',
    })
  })

  it('serve a remote under its own path, and its entry without caching', async () => {
    await using site = await serve()
    const entry = await site.get('/mf/feed/remoteEntry.js')
    expect(await entry.json()).toEqual({ name: 'feed' })
    expect(entry.headers.get('cache-control')).toBe('no-cache')
    expect(await (await site.get('/mf/feed/js/feed.ba9876543210.js')).text()).toBe('feed()')
  })

  it('let browsers load the code of the pages of a remote beside its entry', async () => {
    await using site = await serve()
    const readLink = async () => (await site.get('/mf/feed/remoteEntry.js?shell=1')).headers.get('link')
    expect(await readLink()).toBe(null) // an earlier version has no list
    const files = ['css/expose_remote.0.css', 'js/627.1.js', 'js/expose_remote.2.js'].map((file) => `/mf/feed/${file}`)
    await site.write('feed/dist/release.json', JSON.stringify({ files }))
    expect(await readLink()).toBe(
      '</mf/feed/css/expose_remote.0.css>; rel=preload; as=style; fetchpriority=low, </mf/feed/js/expose_remote.2.js>; rel=preload; as=script; fetchpriority=low',
    )
    expect((await site.get('/mf/feed/js/feed.ba9876543210.js')).headers.get('link')).toBe(null)
  })

  it.each([
    '/js/gone.js',
    '/mf/feed/gone.js',
    '/mf/nobody/remoteEntry.js',
    '/mf/feed/.built',
    '/favicon.ico',
    '/mf/feed/',
  ])('say that %s is not there', async (path) => {
    await using site = await serve()
    expect((await site.get(path)).status).toBe(404)
  })

  it('never serve a page in place of a file, for any Accept header', async () => {
    await using site = await serve()
    expect((await site.get('/js/gone.js', asPage)).status).toBe(404)
    expect((await site.get('/mf/feed/gone', asPage)).status).toBe(404)
  })

  it.each([
    '/..%2f..%2fetc/passwd',
    '/mf/feed/..%2f..%2fshell/dist/index.html',
    '/mf/..%2fshell/x.js',
    '/%00.js',
    '/%',
  ])('leave nothing outside a build open: %s', async (path) => {
    await using site = await serve()
    expect(await (await site.get(path)).text()).toMatch(/^(Not found\n|<title>Meadow<\/title>)$/)
  })

  it('serve a new build without a restart, and still the old files', async () => {
    await using site = await serve()
    await site.get('/mf/feed/remoteEntry.js')
    await site.write('feed/dist/remoteEntry.js', '{"name":"feed","is":"new"}')
    await site.write('feed/dist/js/feed.aaaaaaaaaaaa.js', 'newFeed()')
    expect(await (await site.get('/mf/feed/remoteEntry.js')).json()).toEqual({ name: 'feed', is: 'new' })
    expect(await (await site.get('/mf/feed/js/feed.aaaaaaaaaaaa.js')).text()).toBe('newFeed()')
    expect((await site.get('/mf/feed/js/feed.ba9876543210.js')).status).toBe(200)
  })

  it('run without a remote that was never built', async () => {
    await using site = await serve()
    await rm(join(site.folder, 'feed/dist'), { recursive: true })
    expect((await site.get('/mf/feed/remoteEntry.js')).status).toBe(404)
    expect((await site.get('/home')).status).toBe(200)
  })

  it('are not ready without any build, as in an image that was built wrongly', async () => {
    await using site = await serve()
    for (const name of ['feed', 'shell']) {
      expect((await site.get('/health/ready')).status).toBe(200)
      await rm(join(site.folder, name, 'dist'), { recursive: true })
    }
    expect((await site.get('/health/ready')).status).toBe(503)
    expect((await site.get('/health/live')).status).toBe(200)
  })

  it('are not ready while their process drains', async () => {
    await using site = await serve()
    await using draining = await serve({ isDraining: true })
    expect((await site.get('/health/ready')).status).toBe(200)
    expect((await draining.get('/health/ready')).status).toBe(503)
    expect((await draining.get('/health/live')).status).toBe(200)
    expect((await draining.get('/home')).status).toBe(200)
  })
})
