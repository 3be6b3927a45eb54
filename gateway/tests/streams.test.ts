import { once } from 'node:events'
import { createServer, type RequestListener, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
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

it('delivers a response that is earlier than the end of the upload, and then serves the connection on', async () => {
  await using edge = await startInFrontOf((received, response) => {
    if (received.method === 'GET') response.end('done')
    else response.writeHead(413).end('too large') && received.resume()
  })
  const upload = request({ port: edge.port, host: '127.0.0.1', path: '/api/media', method: 'POST' })
  upload.write(Buffer.alloc(MEGABYTE))
  const [response] = await once(upload, 'response')
  expect([response.statusCode, await text(response)]).toEqual([413, 'too large'])
  upload.end(Buffer.alloc(8 * MEGABYTE))
  await once(upload, 'close')
  expect(await edge.request('/api/posts')).toMatchObject({ status: 200, body: 'done' })
})

it('ignores informational responses', async () => {
  await using edge = await startInFrontOf((_received, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    response.end('done')
  })
  expect(await edge.request('/home')).toMatchObject({ status: 200, body: 'done' })
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

it('reads no more of a response than a slow caller takes', async () => {
  const responses: ServerResponse[] = []
  await using edge = await startInFrontOf((_received, response) => {
    responses.push(response)
    const isTaken = () => response.write(Buffer.alloc(MEGABYTE))
    for (let written = 0; written < 200 && isTaken(); written += 1);
    response.on('drain', () => isTaken())
  })
  const slow = request({ port: edge.port, host: '127.0.0.1', path: '/api/posts' }).end()
  slow.on('error', () => undefined)
  const [taken] = await once(slow, 'response')
  taken.on('error', () => undefined)
  taken.pause()
  let written = 0
  const bytesWritten = () => responses[0]?.socket?.bytesWritten ?? 0
  await eventually(async () => {
    const before = written
    written = bytesWritten()
    expect(written).toBe(before) // the buffers of the connections are full
  })
  expect(written).toBeLessThan(100 * MEGABYTE)
  slow.destroy()
  await eventually(async () => expect(responses[0]?.destroyed).toBe(true))
})
