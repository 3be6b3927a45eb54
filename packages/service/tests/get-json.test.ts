import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from '@jest/globals'
import { getJson } from '../src/http/get-json.ts'

const LONG_MS = 20_000

async function openTestServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/it`, [Symbol.asyncDispose]: end }
}

it('returns the JSON of the response', async () => {
  await using server = await openTestServer((request, response) => response.end(JSON.stringify({ path: request.url })))
  expect(await getJson(server.url, LONG_MS)).toEqual({ path: '/it' })
})

it.each([302, 404, 503])('throws for status %d and follows no redirect', async (status) => {
  const paths: unknown[] = []
  await using server = await openTestServer((request, response) => {
    paths.push(request.url)
    response.writeHead(status, { location: '/elsewhere' }).end('{}')
  })
  await expect(getJson(server.url, LONG_MS)).rejects.toThrow(`responded with ${status}`)
  expect(paths).toEqual(['/it'])
})

it('throws for a response that is not JSON, and when nothing listens', async () => {
  const server = await openTestServer((_, response) => response.end('<html>'))
  await expect(getJson(server.url, LONG_MS)).rejects.toThrow('JSON')
  await server[Symbol.asyncDispose]()
  await expect(getJson(server.url, LONG_MS)).rejects.toThrow('ECONNREFUSED')
})

it.each([
  ['that never comes', () => {}],
  ['that stops in its middle', (response: { write(text: string): void }) => response.write('{"a":')],
])('times out for a response %s', async (_, begin) => {
  await using server = await openTestServer((_, response) => begin(response))
  await expect(getJson(server.url, 50)).rejects.toThrow()
})

it('throws when the connection breaks in the middle of the response', async () => {
  await using server = await openTestServer((_, response) => {
    response.write('{"a":', () => response.destroy())
  })
  await expect(getJson(server.url, LONG_MS)).rejects.toThrow('aborted')
})
