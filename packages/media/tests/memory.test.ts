import { stat } from 'node:fs/promises'
import { type ClientRequest, createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { receivePicture } from '../src/pictures/receive-picture.ts'

const UPLOADS = 20
const CHUNK = Buffer.alloc(64 * 1024, 'x')
const CHUNKS_PER_UPLOAD = 60
const MAX_MEMORY_BYTES = 25 * 1024 * 1024 // the uploads send 75 MiB

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function measureMemoryBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const server = createServer(async (request, response) => {
  const limits = { maxBytes: 10 * 1024 * 1024 }
  await using received = await receivePicture(request, { fields: z.object({}), limits })
  response.end(String((await stat(received.file)).size))
})
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function beginUpload() {
  const upload = sendRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  const responseBody = new Promise<string>((resolve, reject) => {
    upload.on('error', reject)
    upload.on('response', async (response) => resolve((await response.setEncoding('utf8').toArray()).join('')))
  })
  upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  return { upload, responseBody }
}

const write = (upload: ClientRequest) => new Promise<void>((resolve) => upload.write(CHUNK, () => resolve()))

describe('receivePicture', () => {
  it('needs little memory for 20 slow concurrent uploads', async () => {
    const before = measureMemoryBytes()
    const uploads = Array.from({ length: UPLOADS }, beginUpload)
    let maxBytes = 0
    for (let sent = 0; sent < CHUNKS_PER_UPLOAD; sent += 1) {
      await Promise.all(uploads.map(({ upload }) => write(upload)))
      if (sent % 15 === 0 || sent === CHUNKS_PER_UPLOAD - 1)
        maxBytes = Math.max(maxBytes, measureMemoryBytes() - before)
    }
    for (const { upload } of uploads) upload.end('\r\n--x--\r\n')
    const sizes = await Promise.all(uploads.map(({ responseBody }) => responseBody))
    expect(new Set(sizes)).toEqual(new Set([String(CHUNK.length * CHUNKS_PER_UPLOAD)]))
    expect(maxBytes).toBeLessThan(MAX_MEMORY_BYTES)
  }, 300_000) // a busy machine takes minutes
})
