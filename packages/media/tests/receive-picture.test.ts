import { mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DomainError } from '@meadow/service'
import * as z from 'zod'
import { receivePicture, removeStaleUploadFiles } from '../src/pictures/receive-picture.ts'

const fields = z.object({ purpose: z.enum(['post', 'avatar']) })
const limits = { maxBytes: 1_000 }

let lastOutcome = Promise.withResolvers<unknown>()
// Without keep-alive, no request uses a connection that the server is just closing as idle.
const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
  const idleTimeoutMs = request.headers['x-idle-timeout-ms']
  if (idleTimeoutMs) request.socket.setTimeout(Number(idleTimeoutMs))
  const outcome = await (request.url === '/several' ? receiveSeveral : receive)(request)
  lastOutcome.resolve(outcome)
  response.end(JSON.stringify(outcome))
})

async function receive(request: Parameters<typeof receivePicture>[0]): Promise<unknown> {
  try {
    await using received = await receivePicture(request, { fields, limits })
    return { fields: received.fields, bytes: (await readFile(received.file)).length }
  } catch (error) {
    return error instanceof DomainError ? { code: error.code, fields: error.fields } : String(error)
  }
}

/** Accepts two files and a field that is a list. */
async function receiveSeveral(request: Parameters<typeof receivePicture>[0]): Promise<unknown> {
  const fields = z.object({ alt: z.array(z.string()) })
  const options = { fields, limits: { maxBytes: 1_000, maxFiles: 2, maxFieldBytes: 10 }, repeatedFields: ['alt'] }
  try {
    await using received = await receivePicture(request, options)
    const contents = await Promise.all(received.files.map((file) => readFile(file, 'utf8')))
    return { fields: received.fields, contents }
  } catch (error) {
    return error instanceof DomainError ? { code: error.code, fields: error.fields } : String(error)
  }
}

let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const listTemporaryFolders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`meadow-upload-${process.pid}-`))

type Part = { name: string; content: string | Buffer; filename?: string }
async function send(parts: Part[], contentType = 'multipart/form-data; boundary=x', path = '/') {
  const body = Buffer.concat([
    ...parts.flatMap(({ name, content, filename }) => [
      Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(filename === undefined ? '\r\n\r\n' : `; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--x--\r\n'),
  ])
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  })
  return response.json()
}

const purpose: Part = { name: 'purpose', content: 'post' }
const file: Part = { name: 'file', content: 'a picture', filename: 'me.png' }

describe('receivePicture', () => {
  it('returns the fields and the file, and removes the file after use', async () => {
    expect(await send([purpose, file])).toEqual({ fields: { purpose: 'post' }, bytes: 9 })
    expect(await send([file, purpose])).toEqual({ fields: { purpose: 'post' }, bytes: 9 })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it('accepts a file of exactly the limit and rejects one byte more', async () => {
    expect(await send([purpose, { ...file, content: Buffer.alloc(1_000) }])).toMatchObject({ bytes: 1_000 })
    expect(await send([purpose, { ...file, content: Buffer.alloc(1_001) }])).toMatchObject({ code: 'too_large' })
    expect(await send([purpose, { ...file, content: Buffer.alloc(3_000_000) }])).toMatchObject({ code: 'too_large' })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it('returns several files in their order, and a repeated field as a list', async () => {
    const sendSeveral = (parts: Part[]) => send(parts, undefined, '/several')
    const [one, two] = [
      { ...file, content: 'one' },
      { ...file, content: 'two' },
    ]
    const alts = ['A barn', ''].map((content) => ({ name: 'alt', content }))
    expect(await sendSeveral([...alts, one, two])).toEqual({
      fields: { alt: ['A barn', ''] },
      contents: ['one', 'two'],
    })
    expect(await sendSeveral([one])).toEqual({ fields: { alt: [] }, contents: ['one'] })
    expect(await sendSeveral([one, two, one])).toMatchObject({ fields: { file: 'Send at most 2 pictures' } })
    expect(await sendSeveral([{ name: 'alt', content: 'a'.repeat(11) }, one])).toMatchObject({
      code: 'invalid_request',
    })
    expect(await sendSeveral([one, { ...two, content: Buffer.alloc(1_001) }])).toMatchObject({ code: 'too_large' })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it('names an invalid or missing field', async () => {
    expect(await send([file])).toMatchObject({ code: 'invalid_request', fields: { purpose: expect.any(String) } })
    expect(await send([{ name: 'purpose', content: 'world' }, file])).toMatchObject({ code: 'invalid_request' })
    expect(await send([purpose])).toMatchObject({ code: 'invalid_request', fields: { file: 'Choose a picture' } })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it.each<[string, Part[]]>([
    ['two files', [purpose, file, file]],
    ['a file in another field', [purpose, { ...file, name: 'photo' }]],
    ['a field twice', [purpose, purpose, file]],
    ['a long field', [{ name: 'purpose', content: 'post'.repeat(1_000) }, file]],
    ['10,000 parts', Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, content: 'x' }))],
  ])('rejects %s', async (_, parts) => {
    expect(await send(parts)).toMatchObject({ code: 'invalid_request' })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it.each([
    '../../etc/passwd',
    '..\\..\\windows\\system.ini',
    '/etc/passwd',
    'a.png"\r\nContent-Disposition: form-data; name="purpose',
    '%2e%2e%2fa.png',
    'C:\\a.png',
    '$(reboot).png',
    '\u202egnp.exe',
    'a'.repeat(10_000),
  ])('accepts a file named %j', async (filename) => {
    expect(await send([purpose, { ...file, filename }])).toMatchObject({ bytes: 9 })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it.each([
    ['a file name that is too long', 'a'.repeat(200_000)],
    ['a file name with a null byte', 'a.png\0.html'],
  ])('stores nothing of %s', async (_, filename) => {
    expect(await send([purpose, { ...file, filename }])).toMatchObject({
      code: expect.stringMatching(/^(?:upload_failed|invalid_request)$/),
    })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it('ignores the field __proto__', async () => {
    expect(await send([purpose, { name: '__proto__', content: 'x' }, file])).toEqual({
      fields: { purpose: 'post' },
      bytes: 9,
    })
  })

  it('rejects other content types and malformed bodies', async () => {
    expect(await send([file], 'application/json')).toMatchObject({ code: 'unsupported_type' })
    expect(await send([file], 'multipart/form-data')).toMatchObject({ code: 'malformed_body' })
    expect(await send([file], 'multipart/form-data; boundary=another')).toMatchObject({ code: 'upload_failed' })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it('stores nothing of an upload that is aborted shortly before its end', async () => {
    lastOutcome = Promise.withResolvers()
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const upload = sendRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': head.length + 1_000 },
    })
    upload.on('error', () => undefined)
    upload.write(head + 'x'.repeat(990), () => upload.destroy())
    expect(await lastOutcome.promise).toMatchObject({ code: 'upload_failed' })
    expect(await listTemporaryFolders()).toEqual([])
  })

  it.each([
    ['aborted', {}, (upload: ReturnType<typeof sendRequest>) => upload.destroy()],
    ['idle', { 'x-idle-timeout-ms': '100' }, () => undefined],
  ])('stores nothing of an upload that is %s before its end', async (_, headers, stop) => {
    lastOutcome = Promise.withResolvers()
    const upload = sendRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
    })
    upload.on('error', () => undefined)
    upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf of it', () =>
      stop(upload),
    )
    expect(await lastOutcome.promise).toMatchObject({ code: 'upload_failed' })
    expect(await listTemporaryFolders()).toEqual([])
    upload.destroy()
  })
})

describe('removeStaleUploadFiles', () => {
  it('removes old temporary files of dead processes', async () => {
    const folder = await mkdtemp(join(tmpdir(), `meadow-upload-${process.pid}-`))
    await writeFile(join(folder, 'picture'), 'half of it')
    await removeStaleUploadFiles(new Date(Date.now() - 60_000))
    expect(await listTemporaryFolders()).toEqual([basename(folder)])
    const longAgo = new Date('2001-01-01')
    await utimes(folder, longAgo, longAgo)
    await removeStaleUploadFiles(new Date('2002-01-01'))
    expect(await listTemporaryFolders()).toEqual([])
  })
})
