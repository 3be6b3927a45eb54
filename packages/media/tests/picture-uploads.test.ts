import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { createThrottle, createUploadLimits, DomainError, unlimitedThrottle } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import * as z from 'zod'
import { createPictureUploads, type EncodedPicture, type PictureEncoder } from '../src/index.ts'

const MAX_BYTES = 1_000
const NOON = new Date('2026-03-01T12:00:00Z')
const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

/** An encoder whose work the test ends. A picture of the text `refused` is invalid. */
function createTestEncoder() {
  const running: { text: string; finish: () => void; signal: AbortSignal; file: string }[] = []
  const encoder: PictureEncoder = {
    processCount: 0,
    async encode(file, signal) {
      const text = await readFile(file, 'utf8')
      if (text === 'refused') throw new DomainError('invalid_picture')
      if (text === 'lost') throw new DomainError('unavailable')
      await new Promise<void>((resolve, reject) => {
        running.push({ text, finish: resolve, signal, file })
        const rejectAborted = () => reject(new DomainError('upload_failed'))
        if (signal.aborted) rejectAborted() // while the file was read
        signal.addEventListener('abort', rejectAborted)
      })
      return { content: Buffer.from(text) } as EncodedPicture
    },
    [Symbol.dispose]() {},
  }
  return { encoder, running }
}

/** Starts a server for uploads. The path of a request is the id of the member. */
async function startUploads(perHour?: { uploads: number; megabytes: number }, maxBytes = MAX_BYTES) {
  const { encoder, running } = createTestEncoder()
  const counts = new Map<string, number>()
  const state = {
    async increment(key: string, by: number) {
      counts.set(key, (counts.get(key) ?? 0) + by)
      return counts.get(key) ?? 0
    },
  }
  const throttle = perHour ? createThrottle({ state, log: testLog, now: () => NOON }) : unlimitedThrottle
  const uploadLimits = createUploadLimits('test', perHour ?? { uploads: 1, megabytes: 1 })
  const uploads = createPictureUploads({ encoder, throttle, uploadLimits })
  const requests: string[] = []
  const options = { fields: z.object({}), limits: { maxBytes } }
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const memberId = request.url ?? ''
    requests.push(memberId)
    try {
      await using upload = await uploads.receive({ memberId, request, response }, options)
      response.end(JSON.stringify({ text: String((await upload.encode()).content) }))
    } catch (error) {
      const { code, retryAfter } = error as DomainError
      response.end(JSON.stringify({ code, retryAfter }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    running,
    requests,
    send: async (member: string, text: string) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const body = `${HEAD}${text}\r\n--x--\r\n`
      return (await fetch(`http://127.0.0.1:${port}/${member}`, { method: 'POST', headers, body })).json()
    },
    /** Sends a whole picture on a connection that the test closes. */
    open: (member: string, text: string) => {
      const upload = sendRequest({
        port,
        path: `/${member}`,
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      upload.on('error', () => {})
      upload.end(`${HEAD}${text}\r\n--x--\r\n`)
      return upload
    },
    /** Begins to send a body, of so many bytes or without its length, on a connection that the test closes. */
    begin: (member: string, bytes?: number) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', ...(bytes && { 'content-length': bytes }) }
      const upload = sendRequest({ port, path: `/${member}`, method: 'POST', headers })
      const response = new Promise<IncomingMessage>((resolve) => upload.once('response', resolve))
      upload.on('error', () => {})
      upload.write(HEAD)
      return { upload, read: async () => json(await response) }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('the uploads of pictures', () => {
  it('encode one picture of a member at a time, beside one of another member', async () => {
    await using uploads = await startUploads()
    const ann = ['a1', 'a2', 'a3', 'a4'].map((text) => uploads.send('ann', text))
    const bob = uploads.send('bob', 'b1')
    const getRunning = () => uploads.running.map(({ text }) => text[0])
    await eventually(() => expect(getRunning().toSorted()).toEqual(['a', 'b']))
    for (let finished = 0; finished < 5; finished += 1) {
      await eventually(() => expect(uploads.running.length).toBeGreaterThan(finished))
      uploads.running[finished]?.finish()
    }
    expect(await bob).toEqual({ text: 'b1' })
    expect((await Promise.all(ann)).map(({ text }) => text)).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  it('refuse a ninth open upload of a member, but not one of another member', async () => {
    await using uploads = await startUploads()
    const open = Array.from({ length: 8 }, (_, index) => uploads.open('ann', `a${index}`))
    await eventually(() => expect(uploads.requests).toHaveLength(8))
    expect(await uploads.send('ann', 'a8')).toEqual({ code: 'too_many_requests', retryAfter: 5 })
    expect(await uploads.send('bob', 'refused')).toEqual({ code: 'invalid_picture' })
    for (const upload of open) upload.destroy()
    await eventually(async () => expect(await uploads.send('ann', 'refused')).toEqual({ code: 'invalid_picture' }))
  })

  it('refuse large bodies while 24 others arrive, and take small ones', async () => {
    await using uploads = await startUploads(undefined, 100 * 1024 * 1024)
    const [small, large] = [11 * 1024 * 1024, 12 * 1024 * 1024]
    const open = Array.from({ length: 24 }, (_, index) => uploads.begin(`member${index}`, large).upload)
    const others = Array.from({ length: 8 }, () => uploads.begin('bob', small).upload)
    await eventually(() => expect(uploads.requests).toHaveLength(32))
    expect(await uploads.begin('ann', large).read()).toEqual({ code: 'unavailable', retryAfter: 5 })
    const sendChunked = () => {
      const { upload, read } = uploads.begin('ann')
      upload.end('refused\r\n--x--\r\n')
      return read()
    }
    expect(await sendChunked()).toMatchObject({ code: 'unavailable' }) // it does not say its length
    expect(await uploads.send('ann', 'refused')).toEqual({ code: 'invalid_picture' })
    for (const upload of [...open, ...others]) upload.destroy()
    await eventually(async () => expect(await sendChunked()).toEqual({ code: 'invalid_picture' }))
  })

  it('stop when the client closes the connection, and leave no file', async () => {
    await using uploads = await startUploads()
    const first = uploads.open('ann', 'a1')
    await eventually(() => expect(uploads.running).toHaveLength(1))
    const [{ signal, file } = { signal: undefined, file: '' }] = uploads.running
    expect((await stat(file)).size).toBe(2)
    first.destroy()
    await eventually(() => expect(signal?.aborted).toBe(true))
    await eventually(() => expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' }))
  })

  it('count the pictures of a member, refused ones included', async () => {
    await using uploads = await startUploads({ uploads: 2, megabytes: 1 })
    for (let n = 0; n < 2; n += 1) expect(await uploads.send('ann', 'refused')).toEqual({ code: 'invalid_picture' })
    const third = await uploads.send('ann', 'refused')
    expect(third).toMatchObject({ code: 'too_many_requests' })
    expect(third.retryAfter).toBeLessThanOrEqual(3_600)
    expect(await uploads.send('bob', 'refused')).toEqual({ code: 'invalid_picture' })
  })

  it('do not count pictures that the service cannot encode now', async () => {
    await using uploads = await startUploads({ uploads: 1, megabytes: 1 })
    for (let n = 0; n < 3; n += 1) expect(await uploads.send('ann', 'lost')).toEqual({ code: 'unavailable' })
    expect(await uploads.send('ann', 'refused')).toEqual({ code: 'invalid_picture' })
  })
})
