import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { isTransientError } from '@meadow/storage'
import { describeOnEachEngine, eventually } from '@meadow/testing'
import { openMediaStore } from '../src/index.ts'
import { MIN_PART_BYTES } from '../src/store/s3-upload.ts'
import { parseS3Url } from '../src/store/s3-url.ts'
import { onOwnS3, onSharedS3 } from '../src/testing-s3.ts'

const content = Buffer.from('a picture')

describe('parseS3Url', () => {
  it('reads server, keys, bucket and region', () => {
    expect(parseS3Url('s3://me:a%2Fb@s3.example.org/pictures?region=eu-north-1')).toEqual({
      server: { endPoint: 's3.example.org', useSSL: true, accessKey: 'me', secretKey: 'a/b', region: 'eu-north-1' },
      bucket: 'pictures',
    })
  })

  it.each([
    ['s3://k:s@s3.example.org/pictures', true],
    ['s3://k:s@store:7070/pictures?tls=off', false],
    ['s3://k:s@127.0.0.1:7070/pictures', false],
    ['s3://k:s@[::1]:7070/pictures', false],
    ['s3://k:s@localhost:7070/pictures?tls=on', true],
  ])('uses TLS for %s: %s', (url, useSSL) => {
    expect(parseS3Url(url).server.useSSL).toBe(useSSL)
  })

  it.each(['s3://k:s@store', 's3://k:s@store/No', 's3://k:s@store/a/b', 's3://k:s@store/pictures?tls=maybe'])(
    'rejects %s',
    (url) => expect(() => parseS3Url(url)).toThrow('of an S3 URL'),
  )
})

describeOnEachEngine(await onSharedS3((bucket) => bucket), (openBucket) => {
  it('creates a private bucket', async () => {
    await using store = openBucket()
    await using media = await openMediaStore(store.url)
    await media.put('p/alice/one.webp', content, 'image/webp')
    const { host, pathname } = new URL(store.url)
    const anonymous = await fetch(`http://${host}${pathname}/p/alice/one.webp`)
    expect(anonymous.status).toBe(403)
  })

  it('creates the bucket once when several processes start at the same time', async () => {
    await using store = openBucket()
    const stores = await Promise.all(Array.from({ length: 4 }, () => openMediaStore(store.url)))
    await Promise.all(stores.map((media, n) => media.put(`p/alice/${n}.webp`, content, 'image/webp')))
    for (const n of stores.keys()) expect(await stores[0]?.open(`p/alice/${n}.webp`)).toMatchObject({ size: 9 })
  })
})

describeOnEachEngine(onOwnS3, (startS3) => {
  it('reports an outage from every function while the server is stopped, and finds the files after its restart', async () => {
    await using store = await startS3()
    await using media = await openMediaStore(store.url)
    await media.put('p/alice/one.webp', content, 'image/webp')
    await store.stop()
    for (const call of [
      media.put('p/alice/two.webp', content, 'image/webp'),
      media.put('p/alice/three.webp', Readable.from([Buffer.alloc(MIN_PART_BYTES + 1)]), 'image/webp'),
      media.open('p/alice/one.webp'),
      media.remove('p/alice/one.webp'),
      media.removeIncompleteUploads(new Date()),
      media.ping(),
    ])
      await expect(call.catch(isTransientError)).resolves.toBe(true)

    await store.start()
    await eventually(() => media.ping())
    expect(await buffer((await media.open('p/alice/one.webp'))?.read() ?? Readable.from([]))).toEqual(content)
    expect(await media.open('p/alice/three.webp')).toBeUndefined()
  })

  it('opens while the server is stopped, and works after its start', async () => {
    await using store = await startS3()
    await store.stop()
    await using media = await openMediaStore(store.url)
    await expect(media.ping().catch(isTransientError)).resolves.toBe(true)
    await store.start()
    await eventually(() => media.ping())
  })
})

describe('a faulty server', () => {
  type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

  /** Starts a server on which every bucket and object exists; `handle` responds to all requests but HEAD. */
  async function startFaultyServer(handle: RequestHandler) {
    const server = createServer((request, response) => {
      if (request.method !== 'HEAD') return handle(request, response)
      response.writeHead(200, { 'Content-Length': 100 }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return {
      url: `s3://key:secret@127.0.0.1:${port}/pictures`,
      async [Symbol.asyncDispose]() {
        server.close()
        server.closeAllConnections()
      },
    }
  }

  it('that truncates a file makes reading it fail', async () => {
    await using store = await startFaultyServer((_request, response) => {
      response.writeHead(206, { 'Content-Length': 100 })
      response.write(Buffer.alloc(50), () => response.destroy())
    })
    await using media = await openMediaStore(store.url)
    const stored = await media.open('p/alice/one.webp')
    await expect(buffer(stored?.read() ?? Readable.from([]))).rejects.toThrow()
  })

  it.each([500, 503])('that responds with %d is an outage', async (status) => {
    await using store = await startFaultyServer((_request, response) => void response.writeHead(status).end())
    await using media = await openMediaStore(store.url)
    const put = media.put('p/alice/one.webp', content, 'image/webp')
    await expect(put.catch(isTransientError)).resolves.toBe(true)
  })

  it('that reads no more data pauses the uploaded stream', async () => {
    const { promise: stuck, resolve } = Promise.withResolvers<void>()
    await using store = await startFaultyServer((request, response) => {
      if (request.method === 'PUT') return resolve() // the first part never gets a response
      response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>')
    })
    await using media = await openMediaStore(store.url)
    let readBytes = 0
    const chunk = Buffer.alloc(1024 * 1024)
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          readBytes += chunk.length
          yield chunk
        }
      })(),
      { highWaterMark: 1 },
    )
    const put = media.put('p/alice/one.webp', endless, 'image/webp').catch(isTransientError)
    await stuck
    for (let tick = 0; tick < 100; tick += 1) await new Promise(setImmediate)
    expect(readBytes).toBeLessThanOrEqual(MIN_PART_BYTES + 2 * chunk.length)
    await store[Symbol.asyncDispose]()
    expect(await put).toBe(true)
  })
})
