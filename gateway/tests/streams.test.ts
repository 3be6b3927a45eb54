import { once } from 'node:events'
import { createServer, type RequestListener, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { startGateway } from './gateway-harness.ts'

const MEGABYTE = 1024 * 1024

/** Starts a gateway in front of one server, which handles the requests to all services. */
async function startInFrontOf(respond: RequestListener) {
  const server = createServer(respond)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const edge = await startGateway({ upstreams: { auth: url, social: url, posts: url, notify: url, frontends: url } })
  return {
    port: edge.port,
    request: edge.request,
    [Symbol.asyncDispose]: async () => {
      server.close().closeAllConnections()
      await edge[Symbol.asyncDispose]()
    },
  }
}

it('delivers a response that is sent before the upload ends', async () => {
  await using edge = await startInFrontOf((received, response) => {
    response.writeHead(413).end('too large')
    received.resume()
  })
  const upload = request({ port: edge.port, host: '127.0.0.1', path: '/api/media', method: 'POST' })
  upload.write(Buffer.alloc(MEGABYTE))
  const [response] = await once(upload, 'response')
  expect([response.statusCode, await text(response)]).toEqual([413, 'too large'])
  upload.end(Buffer.alloc(8 * MEGABYTE))
  await once(upload, 'finish') // the rest is drained
})

it('responds with 503 when the upstream breaks off an upload, on the same connection', async () => {
  await using edge = await startInFrontOf((received) => received.once('data', () => received.socket.resetAndDestroy()))
  const upload = request({ port: edge.port, host: '127.0.0.1', path: '/api/media', method: 'POST' })
  upload.write(Buffer.alloc(MEGABYTE))
  const [response] = await once(upload, 'response')
  expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect(await text(response)).toContain('"code":"unavailable"')
  upload.destroy()
})

it('does not forward informational responses', async () => {
  await using edge = await startInFrontOf((_received, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    response.end('done')
  })
  const sent = request({ port: edge.port, host: '127.0.0.1', path: '/home' }).end()
  let informational = 0
  sent.on('information', () => {
    informational += 1
  })
  const [response] = await once(sent, 'response')
  expect([await text(response), informational]).toEqual(['done', 0])
})

it('sends a long upload whole, with its length', async () => {
  await using edge = await startInFrontOf(async (received, response) => {
    let bytes = 0
    for await (const chunk of received) bytes += chunk.length
    response.end(`${bytes} of ${received.headers['content-length']}`)
  })
  const body = Buffer.alloc(3 * MEGABYTE)
  const sent = await edge.request('/api/media', {
    method: 'POST',
    body,
    headers: { 'Content-Length': `${body.length}` },
  })
  expect(sent.body).toBe(`${body.length} of ${body.length}`)
})

it('reads no more of a response than a slow caller takes, and the rest when it is taken', async () => {
  const responses: ServerResponse[] = []
  await using edge = await startInFrontOf((_received, response) => {
    responses.push(response)
    Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(MEGABYTE))).pipe(response)
  })
  const slow = request({ port: edge.port, host: '127.0.0.1', path: '/api/posts' }).end()
  const [taken] = await once(slow, 'response')
  let bytes = 0
  await eventually(async () => {
    const before = bytes
    bytes = responses[0]?.socket?.bytesWritten ?? 0
    expect(bytes).toBe(before) // the buffers of the connections are full
  })
  expect(bytes).toBeLessThan(48 * MEGABYTE)
  expect((await buffer(taken)).length).toBe(64 * MEGABYTE)
})

it('ends the request to the upstream when the caller leaves during the response', async () => {
  const left = Promise.withResolvers<boolean>()
  await using edge = await startInFrontOf((_received, response) => {
    response.write('begin')
    response.once('close', () => left.resolve(response.writableFinished))
  })
  const leaving = request({ port: edge.port, host: '127.0.0.1', path: '/api/posts' }).end()
  await once(leaving, 'response')
  leaving.destroy()
  expect(await left.promise).toBe(false)
})
