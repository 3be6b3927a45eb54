import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { createHostileGif, createTestAnimation, createTestPicture, readPictureMetadata } from '@meadow/media/testing'
import { createThrottle, createUploadLimits } from '@meadow/service'
import { alice, bob, createTestMember, eventually, shareAcrossTests, type TestMember, testLog } from '@meadow/testing'
import request from 'supertest'
import { createMessageLimits } from '../src/config.ts'
import type { ChatServiceDeps } from '../src/service.ts'
import { startChat } from './chat-harness.ts'

const NOON = new Date('2026-03-01T12:00:00Z')
const carol: TestMember = { _id: randomUUID(), username: 'carol', fullName: 'Carol', avatar: '' }

type Options = { by?: TestMember; to?: TestMember; fields?: Record<string, string>; name?: string }

/** Starts chat with Alice and Bob, who follow each other, Carol without followers, and a clock that tests move. */
async function startConversation(overrides: Partial<ChatServiceDeps> = {}) {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const chat = await startChat({ now, ...overrides })
  for (const member of [alice, bob, carol]) await chat.relations.addMember(member)
  await chat.relations.follow(alice, bob)
  await chat.relations.follow(bob, alice)

  async function send(content: Buffer, { by = alice, to = bob, fields = {}, name = 'image' }: Options = {}) {
    const form = chat.as(by).post('/messages/image').field('recipientId', to._id)
    for (const [field, value] of Object.entries(fields)) form.field(field, value)
    return form.attach(name, content, 'a.jpg')
  }

  return {
    ...chat,
    send,
    async sent(content: Buffer, options?: Options): Promise<MessageView> {
      const response = await send(content, options)
      expect(response.status).toBe(201)
      return response.body.message
    },
    get: (path: string) => request(chat.instance.service.app).get(path),
    passHours(hours: number) {
      ahead += hours * 3_600_000
    },
    rows: chat.store.countMessages,
  }
}

const started = shareAcrossTests(() => startConversation())
const unfinished = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`meadow-upload-${process.pid}-`))

describe('POST /messages/image', () => {
  it('sends the picture to all devices of both members, in all widths and without metadata', async () => {
    const { sent, connect, get } = await started()
    const [toBob, toAlice] = await Promise.all([connect(bob), connect(alice)])
    const message = await sent(await createTestPicture({ width: 1300, height: 650 }))
    expect(message).toMatchObject({
      messageType: 'image',
      content: '',
      sender: { _id: alice._id },
      recipient: { _id: bob._id },
      media: { width: 1300, height: 650, placeholder: expect.stringMatching(/./), alt: '' },
    })
    expect(message.media?.sources.map(({ width }) => width)).toEqual([480, 960, 1300])
    for (const { url, width } of message.media?.sources ?? []) {
      const { body, headers, status } = await get(url).buffer()
      expect(status).toBe(200)
      expect(await readPictureMetadata(body)).toMatchObject({ format: 'webp', width })
      expect(body.includes('GPS')).toBe(false)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': 'inline',
      })
    }
    await eventually(() =>
      expect(toBob.received('newMessage')).toMatchObject([{ _id: message._id, media: message.media }]),
    )
    await eventually(() => expect(toAlice.received('messageSent')).toMatchObject([{ _id: message._id }]))
  })

  it('returns the first message for a repeat and refuses another picture with the same id', async () => {
    const { sent, send, rows } = await started()
    const [picture, another] = [await createTestPicture(), await createTestPicture({ width: 61 })]
    const fields = { clientMessageId: randomUUID() }
    const first = await sent(picture, { fields })
    const before = await rows()
    expect((await sent(picture, { fields }))._id).toBe(first._id)
    expect(await send(another, { fields })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect(await rows()).toBe(before)
  })

  it('sends an animation as a reply', async () => {
    const { sent } = await started()
    const first = await sent(await createTestPicture())
    const reply = await sent(await createTestAnimation(), { by: bob, to: alice, fields: { replyTo: first._id } })
    expect(reply).toMatchObject({ media: { width: 40, height: 20 }, replyTo: { _id: first._id, messageType: 'image' } })
  })

  it('refuses a file that is no picture and stores nothing of it', async () => {
    const { as, send, rows, countFiles } = await started()
    const before = [await rows(), await countFiles()]
    const picture = await createTestPicture({ format: 'png', width: 300, height: 300 })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    expect(await send(Buffer.from(svg))).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    expect(await send(Buffer.from('<!doctype html><script>alert(1)</script>'))).toMatchObject({ status: 415 })
    expect(await send(picture.subarray(0, 200))).toMatchObject({ status: 400, body: { code: 'invalid_picture' } })
    expect(await send(await createTestPicture({ width: 9_000, height: 6_000 }))).toMatchObject({ status: 413 })
    expect(await send(Buffer.alloc(20 * 1024 * 1024 + 1))).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await send(picture, { name: 'file' })).toMatchObject({ status: 400, body: { fields: { image: /image/ } } })
    expect(await as(alice).post('/messages/image').field('recipientId', bob._id)).toMatchObject({
      status: 400,
      body: { fields: { image: 'Choose a picture' } },
    })
    expect(await as(alice).post('/messages/image').send({ recipientId: bob._id })).toMatchObject({ status: 415 })
    expect([await rows(), await countFiles()]).toEqual(before)
    expect(await unfinished()).toEqual([])
  })

  it('refuses an animation with too many pixels', async () => {
    const { send } = await started()
    expect(await send(createHostileGif())).toMatchObject({ status: 413, body: { code: 'animation_too_large' } })
  })

  it('limits the number of pictures of a member per hour', async () => {
    const counts = new Map<string, number>()
    const increment = async (key: string, by: number) => {
      counts.set(key, (counts.get(key) ?? 0) + by)
      return counts.get(key) ?? 0
    }
    await using chat = await startConversation({
      throttle: createThrottle({ state: { increment }, log: testLog, now: () => NOON }),
      messageLimits: createMessageLimits({
        MESSAGES_PER_MINUTE: 100,
        SENT_MESSAGES_PER_MINUTE: 100,
        RECEIVED_MESSAGES_PER_MINUTE: 100,
      }),
      uploadLimits: createUploadLimits('chat', { uploads: 1, megabytes: 1 }),
    })
    const picture = await createTestPicture()
    await chat.sent(picture)
    const refused = await chat.send(picture)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await chat.sent(picture, { by: bob, to: alice })
  })

  it('checks the recipient before the picture is encoded', async () => {
    const { send, sent, relations, instance } = await started()
    const noPicture = Buffer.from('no picture')
    const nobody = { ...carol, _id: randomUUID() }
    expect(await send(noPicture, { to: carol })).toMatchObject({ status: 403, body: { code: 'request_text_only' } })
    const closed = createTestMember()
    await relations.addMember(closed)
    await relations.block(closed, alice)
    expect(await send(noPicture, { to: closed })).toMatchObject({ status: 403, body: { code: 'not_mutual' } })
    expect(await send(noPicture, { to: alice })).toMatchObject({ status: 400, body: { code: 'cannot_message_self' } })
    expect(await send(noPicture, { to: nobody })).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    expect(await send(noPicture, { to: { ...carol, _id: 'x' } })).toMatchObject({ status: 400 })
    expect(await request(instance.service.app).post('/messages/image')).toMatchObject({ status: 401 })
    const { _id: replyTo } = await sent(await createTestPicture())
    await relations.follow(carol, alice)
    await relations.follow(alice, carol)
    const ofOthers = await send(await createTestPicture(), { by: carol, to: alice, fields: { replyTo } })
    expect(ofOthers).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
  })
})

describe('GET /media/c/:conversation/:random', () => {
  it('responds with 403 to an expired or forged URL; the message then has a new one', async () => {
    const { sent, get, as, passHours } = await started()
    const { _id, imageUrl } = await sent(await createTestPicture())
    const forged = [
      imageUrl.replace(/sig=./, (sig) => (sig === 'sig=a' ? 'sig=b' : 'sig=a')),
      imageUrl.replace(/\?.*/, ''),
      imageUrl.replace(/exp=\d+/, 'exp=9999999999'),
      imageUrl.replace(/media\/c\/[^/]*/, `media/c/${randomUUID()}`),
      `${imageUrl}&sig=a`,
    ]
    for (const address of forged) {
      const response = await get(address)
      expect(response).toMatchObject({ status: 403, body: { code: 'media_expired' } })
      expect(response.headers['cache-control']).toBe('no-store')
    }
    expect((await get(imageUrl)).status).toBe(200)
    passHours(26)
    expect(await get(imageUrl)).toMatchObject({ status: 403, body: { code: 'media_expired' } })
    const { body } = await as(bob).get(`/messages/${alice._id}`)
    const again = (body.messages as MessageView[]).find((message) => message._id === _id)
    expect((await get(again?.imageUrl ?? '')).status).toBe(200)
  })

  it('responds to ranges, and with 304 to a cached picture', async () => {
    const { sent, get } = await started()
    const { imageUrl } = await sent(await createTestPicture())
    const whole = await get(imageUrl).buffer()
    const part = await get(imageUrl).set('Range', 'bytes=4-9').buffer()
    expect(part).toMatchObject({ status: 206, body: whole.body.subarray(4, 10) })
    expect(await get(imageUrl).set('Range', 'bytes=9999999-')).toMatchObject({ status: 416 })
    expect(await get(imageUrl).set('If-None-Match', String(whole.headers['etag']))).toMatchObject({ status: 304 })
  })

  it.each(['x', '0'.repeat(32), `${'0'.repeat(31)}%00`, '..%2f..%2fetc%2fpasswd', `${'0'.repeat(32)}-48000`])(
    'responds with 404 to %s',
    async (name) => {
      const { get } = await started()
      const response = await get(`/media/c/${randomUUID()}/${name}?exp=9999999999&sig=a`)
      expect([403, 404]).toContain(response.status)
    },
  )
})

describe('the files of a picture', () => {
  it('are removed with the message', async () => {
    await using chat = await startConversation()
    const message = await chat.sent(await createTestPicture({ width: 700, height: 100 }))
    expect(await chat.countFiles()).toBe(2)
    expect(await chat.as(alice).delete(`/messages/${message._id}`)).toMatchObject({ status: 200 })
    await eventually(async () => expect(await chat.countFiles()).toBe(0))
    expect(await chat.get(message.imageUrl)).toMatchObject({ status: 404, body: { code: 'media_not_found' } })
  })

  it('are removed after an hour unless a message claimed them', async () => {
    await using chat = await startConversation()
    const picture = await createTestPicture()
    const fields = { clientMessageId: randomUUID() }
    for (let sent = 0; sent < 2; sent += 1) await chat.sent(picture, { fields })
    const other = await chat.sent(picture)
    expect(await chat.countFiles()).toBe(3)
    chat.passHours(2)
    expect(await chat.as(alice).delete(`/messages/${other._id}`)).toMatchObject({ status: 200 }) // wakes the cleanup
    await eventually(async () => expect(await chat.countFiles()).toBe(1))
  })
})
