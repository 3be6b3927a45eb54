import { stat } from 'node:fs/promises'
import { type ClientRequest, request as call, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { receivePicture } from '../src/index.ts'

const UPLOADS = 20
const CHUNK = Buffer.alloc(64 * 1024, 'x')
const CHUNKS = 60
const BOUND = 25 * 1024 * 1024 // of the 75 MB that are sent

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function held(): number {
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
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((closed) => server.close(closed)))

function beginUpload() {
  const upload = call({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  const answer = new Promise<string>((answered, failed) => {
    upload.on('error', failed)
    upload.on('response', async (response) => answered((await response.setEncoding('utf8').toArray()).join('')))
  })
  upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  return { upload, answer }
}

const write = (upload: ClientRequest) => new Promise<void>((written) => upload.write(CHUNK, () => written()))

describe('receivePicture', () => {
  it('holds little of 20 uploads that come slowly and at the same time', async () => {
    const before = held()
    const uploads = Array.from({ length: UPLOADS }, beginUpload)
    let most = 0
    for (let sent = 0; sent < CHUNKS; sent += 1) {
      await Promise.all(uploads.map(({ upload }) => write(upload)))
      if (sent % 15 === 0 || sent === CHUNKS - 1) most = Math.max(most, held() - before)
    }
    for (const { upload } of uploads) upload.end('\r\n--x--\r\n')
    const sizes = await Promise.all(uploads.map(({ answer }) => answer))
    expect(new Set(sizes)).toEqual(new Set([String(CHUNK.length * CHUNKS)]))
    expect(most).toBeLessThan(BOUND)
  })
})
