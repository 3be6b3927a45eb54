import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { isHashedFile } from '../src/upstreams/hashed-file.ts'
import { startGateway } from './gateway-harness.ts'

const OLD_FILE = '/mf/feed/js/page.0123456789ab.js'
const NEW_FILE = '/mf/feed/js/page.ba9876543210.js'
const UNKNOWN_FILE = '/mf/feed/js/page.000000000000.js'
const itOnLinux = process.platform === 'linux' ? it : it.skip // which has all addresses of 127.0.0.0/8

/** Starts two instances of a front end at one port, with different builds. Each records the paths of its requests. */
async function startTwoBuilds() {
  const builds = [
    { address: '127.0.0.2', files: [OLD_FILE] },
    { address: '127.0.0.3', files: [NEW_FILE] },
  ]
  const requests: string[] = []
  const servers: Server[] = []
  let port = 0
  for (const { address, files } of builds) {
    const server = createServer(({ url = '', method }, response) => {
      requests.push(`${address} ${url}`)
      const isFound = files.includes(url) || url.endsWith('/remoteEntry.js')
      response.writeHead(isFound ? 200 : 404, { 'Content-Type': 'text/javascript', ETag: `"${address}"` })
      response.end(method === 'HEAD' ? undefined : address)
    })
    await new Promise<void>((resolve) => server.listen(port, address, resolve))
    port = (server.address() as AddressInfo).port
    servers.push(server)
  }
  const addresses = builds.map(({ address }) => ({ address, family: 4 as const }))
  let lookups = 0
  return {
    url: `http://feed.invalid:${port}`,
    lookupAddresses: async () => {
      lookups += 1
      return addresses
    },
    /** Knows the second instance from the second lookup on. */
    lookupNewAddress: async () => {
      lookups += 1
      return addresses.slice(0, lookups)
    },
    get lookups() {
      return lookups
    },
    requests,
    stopFirst: () => servers[0]?.close().closeAllConnections(),
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.close().closeAllConnections()
    },
  }
}

async function startGatewayOfTwoBuilds(builds: Awaited<ReturnType<typeof startTwoBuilds>>) {
  const { url, lookupAddresses } = builds
  return startGateway({ frontendUrls: { feed: url }, lookupAddresses, metricsPort: 0 })
}

describe('a front end with an address of its own', () => {
  it('gets the requests below its path, and the shell all pages', async () => {
    await using other = await startGateway()
    const { posts: feedUrl, social: shellUrl } = other.upstreams
    await using edge = await startGateway({ frontendUrls: { feed: feedUrl, shell: shellUrl } })
    for (const [path, upstream] of [
      ['/mf/feed/remoteEntry.js', 'posts'],
      ['/mf/feed', 'posts'],
      ['/home', 'social'],
      ['/js/main.0123456789ab.js', 'social'],
      ['/mf/feeds/remoteEntry.js', 'social'],
      ['/mf/chat/remoteEntry.js', 'frontends'],
    ] as const) {
      const response = await edge.request(path)
      expect([path, JSON.parse(response.body)]).toEqual([path, { upstream, url: path }])
    }
  })

  it('is in the health report by its name, and the common address if one front end uses it', async () => {
    await using edge = await startGateway()
    const { frontends: url } = edge.upstreams
    const listFrontends = async (gateway: Awaited<ReturnType<typeof startGateway>>) => {
      const { services } = JSON.parse((await gateway.request('/api/health')).body)
      return Object.entries(services).filter(([name]) => name.startsWith('frontend'))
    }
    expect(await listFrontends(edge)).toEqual([['frontends', 'up']])
    await using partly = await startGateway({ frontendUrls: { feed: 'http://127.0.0.1:1' } })
    expect(await listFrontends(partly)).toEqual([
      ['frontends', 'up'],
      ['frontend-feed', 'down'],
    ])
    await using all = await startGateway({ frontendUrls: { shell: url, feed: url, profile: url, chat: url } })
    expect((await listFrontends(all)).map(([name]) => name)).toEqual(
      ['shell', 'feed', 'profile', 'chat'].map((name) => `frontend-${name}`),
    )
  })
})

describe('during the rollout of a front end', () => {
  itOnLinux('a file with a hash comes from the instance that has it, whichever is asked first', async () => {
    await using builds = await startTwoBuilds()
    await using edge = await startGatewayOfTwoBuilds(builds)
    for (const [path, instance] of [
      [OLD_FILE, '127.0.0.2'],
      [OLD_FILE, '127.0.0.2'],
      [NEW_FILE, '127.0.0.3'],
      [NEW_FILE, '127.0.0.3'],
    ] as const)
      expect(await edge.request(path)).toMatchObject({
        status: 200,
        body: instance,
        headers: { etag: `"${instance}"`, 'x-content-type-options': 'nosniff' },
      })
    expect(await edge.request(OLD_FILE, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
    expect(await edge.request(OLD_FILE, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
    const [line] = await edge.readMetric('upstream_repeats_total{upstream="frontend-feed",reason="missing"}')
    expect(Number(line?.split(' ')[1])).toBe(builds.requests.length - 6)
  })

  itOnLinux('a file that no instance has is asked from each once', async () => {
    await using builds = await startTwoBuilds()
    await using edge = await startGatewayOfTwoBuilds(builds)
    expect(await edge.request(UNKNOWN_FILE)).toMatchObject({ status: 404 })
    expect(builds.requests.toSorted()).toEqual([`127.0.0.2 ${UNKNOWN_FILE}`, `127.0.0.3 ${UNKNOWN_FILE}`])
  })

  itOnLinux('a file of an instance that the gateway does not know yet is found by another lookup', async () => {
    await using builds = await startTwoBuilds()
    const { url, lookupNewAddress } = builds
    await using edge = await startGateway({
      frontendUrls: { feed: url },
      lookupAddresses: lookupNewAddress,
      lookupIntervalMs: 600_000,
    })
    const requests = [NEW_FILE, NEW_FILE, NEW_FILE].map((path) => edge.request(path))
    for (const response of await Promise.all(requests))
      expect(response).toMatchObject({ status: 200, body: '127.0.0.3' })
    expect(await edge.request(UNKNOWN_FILE)).toMatchObject({ status: 404 })
    expect(builds.lookups).toBeLessThan(5)
  })

  itOnLinux('a missing file without a hash is asked from one instance', async () => {
    await using builds = await startTwoBuilds()
    await using edge = await startGatewayOfTwoBuilds(builds)
    expect(await edge.request('/mf/feed/nothing.js')).toMatchObject({ status: 404 })
    expect(await edge.request('/mf/feed/remoteEntry.js')).toMatchObject({ status: 200 })
    expect(builds.requests).toHaveLength(2)
  })

  itOnLinux('a file is served while the other instance is gone', async () => {
    await using builds = await startTwoBuilds()
    await using edge = await startGatewayOfTwoBuilds(builds)
    builds.stopFirst()
    for (let time = 0; time < 3; time += 1)
      expect(await edge.request(NEW_FILE)).toMatchObject({ status: 200, body: '127.0.0.3' })
  })
})

it('recognises the names of files with a hash', () => {
  for (const path of ['/js/main.0123456789ab.js', '/mf/feed/css/a.b.0123456789ab.css', '/assets/x.0123456789ab.woff2'])
    expect([path, isHashedFile(path)]).toEqual([path, true])
  for (const path of ['/mf/feed/remoteEntry.js', '/index.html', '/a.0123456789ab.d/x', '/a.0123456789abc.js', '/home'])
    expect([path, isHashedFile(path)]).toEqual([path, false])
})
