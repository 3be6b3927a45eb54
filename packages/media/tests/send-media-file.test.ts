import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from '@jest/globals'
import { createLogger } from '@meadow/service'
import express from 'express'
import { sendMediaFile } from '../src/serving/send-media-file.ts'

it('logs no failure if the browser leaves before a picture is sent', async () => {
  const lines: string[] = []
  const log = createLogger({ name: 'media', level: 'warn' })
  log.warn = ((...line: unknown[]) => lines.push(JSON.stringify(line))) as never
  const requested = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const app = express().get('/', async (request, response) => {
    const closed = once(response, 'close')
    requested.resolve()
    await closed
    const read = () => Readable.from([Buffer.from('abc')])
    const file = { size: 3, type: 'image/webp', read, [Symbol.asyncDispose]: async () => {} }
    await sendMediaFile({ request, response, file, etag: '"1"', cacheControl: 'no-store' }, log)
    sent.resolve()
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port })
  request.on('error', () => {}) // it is aborted
  await requested.promise
  request.destroy()
  await sent.promise
  server.close()
  expect(lines).toEqual([])
})
