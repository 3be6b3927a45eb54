import { randomUUID } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { describeOnEachEngine, eventually, type TestMember } from '@meadow/testing'
import { CLAIM_MS, openVoiceEncoder, type VoiceEncoder } from '@meadow/voice'
import type { ChatServiceDeps } from '../src/service.ts'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

const recording = await readFile(join(import.meta.dirname, '../../../packages/voice/tests/recordings/chromium.webm'))
const encoded = { durationMs: 2_040, peaks: [0, 50, 100] }

/** A tenth of a second of silence, uncompressed. */
const wav = createWav(800)

/** An encoder that answers as the test says, instead of starting a process. */
const createEncoder = (encode: VoiceEncoder['encode']): VoiceEncoder => ({ isInstalled: true, encode })

/** Writes the file that an encoder would. */
const encodeQuickly = createEncoder(async (file, target) => {
  await copyFile(file, target)
  return { voice: encoded }
})

function createWav(samples: number): Buffer {
  const header = Buffer.alloc(44)
  const bytes = samples * 2
  for (const [offset, text] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const)
    header.write(text, offset, 'latin1')
  for (const [offset, size] of [
    [4, 36 + bytes],
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, bytes],
  ] as const)
    header.writeUInt32LE(size, offset)
  for (const [offset, number] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    header.writeUInt16LE(number, offset)
  return Buffer.concat([header, Buffer.alloc(bytes)])
}

describeOnEachEngine(await openableStores(), (openStore) => {
  async function setUp(overrides: Partial<ChatServiceDeps> = {}) {
    let ahead = 0
    const now = () => new Date(Date.now() + ahead)
    const chat = await startChatApi({ voiceEncoder: encodeQuickly, now, ...overrides }, { openStore })
    const [ann, ben] = await chat.addMutualFollowers()
    const post = (content: Buffer, fields: Record<string, string> = {}, by: TestMember = ann, to: TestMember = ben) => {
      const form = chat.as(by).upload('/messages/voice').field('recipientId', to._id)
      for (const [field, value] of Object.entries(fields)) form.field(field, value)
      return form.attach('audio', content, 'voice.webm')
    }
    return {
      ...chat,
      ann,
      ben,
      post,
      send: async (fields: Record<string, string> = {}): Promise<MessageView> =>
        (await post(recording, { duration: '2.5', ...fields }).expect(201)).body.message,
      list: async (): Promise<MessageView[]> => (await chat.as(ben).list(ann)).messages,
      advance: (ms: number) => {
        ahead += ms
      },
      [Symbol.asyncDispose]: () => chat[Symbol.asyncDispose](),
    }
  }

  it('stores a recording at once, and pushes it again when it can be played', async () => {
    await using used = await setUp()
    const { ann, ben, connect, send, list, as } = used
    const [annsDevice, bensDevice] = [await connect(ann), await connect(ben)]
    const sent = await send()
    expect(sent).toMatchObject({
      messageType: 'voice',
      content: '',
      voice: { status: 'processing', url: null, durationMs: 2_500, peaks: [] },
    })
    const [forAnn] = await waitForPushes(annsDevice, 'messageProcessed')
    const [forBen] = await waitForPushes(bensDevice, 'messageProcessed')
    expect(forBen).toMatchObject({ _id: sent._id, voice: { status: 'ready', ...encoded } })
    expect(forAnn?.voice).toEqual(forBen?.voice)
    expect(forBen?.rev).toBeGreaterThan(sent.rev)
    expect(await list()).toMatchObject([{ _id: sent._id, rev: forBen?.rev, voice: forBen?.voice }])
    const changes = await as(ben).get(`/messages/${ann._id}/changes?since=${sent.rev}`)
    expect(changes.body.messages).toMatchObject([{ _id: sent._id, voice: { status: 'ready' } }])
    const found = await as(ben)
      .get('/messages/search')
      .query({ q: `has:voice from:${ann.username}` })
      .expect(200)
    expect(found.body.messages).toMatchObject([{ _id: sent._id, voice: { status: 'ready' } }])
    const { body } = await as(ben).get('/messages/conversations')
    expect(body.conversations[0].lastMessage).toMatchObject({ messageType: 'voice', content: '' })
  })

  it('serves a part of the file by a signed URL, and removes the file as it was recorded', async () => {
    await using used = await setUp()
    const { ben, connect, send, as, countFiles } = used
    const device = await connect(ben)
    await send()
    const url = (await waitForPushes(device, 'messageProcessed'))[0]?.voice?.url ?? ''
    const response = await as(ben).get(url).set('Range', 'bytes=0-3').buffer()
    expect(response.status).toBe(206)
    expect(response.headers).toMatchObject({
      'content-type': 'audio/mp4',
      'content-range': `bytes 0-3/${recording.length}`,
      'x-content-type-options': 'nosniff',
    })
    expect((await as(ben).get(url.replace(/sig=.*/, 'sig=forged'))).status).toBe(403)
    await eventually(async () => expect(await countFiles()).toBe(1))
  })

  it('returns the first message for a repeat, and refuses another recording with the same id', async () => {
    await using used = await setUp()
    const { send, post, list } = used
    const clientMessageId = randomUUID()
    const first = await send({ clientMessageId })
    expect((await send({ clientMessageId }))._id).toBe(first._id)
    const another = Buffer.concat([recording, Buffer.alloc(1)])
    expect(await post(another, { clientMessageId })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect(await list()).toHaveLength(1)
  })

  it('refuses what is no recording, and to send one to who may not be written to', async () => {
    await using used = await setUp()
    const { post, ann, ben, addMember, list, as, countFiles } = used
    const stranger = await addMember()
    for (const content of ['', 'PK\x03\x04 a zip', '<svg onload="alert(1)"/>'])
      expect(await post(Buffer.from(content))).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    expect(await post(Buffer.concat([recording, Buffer.alloc(10 * 1024 * 1024)]))).toMatchObject({ status: 413 })
    expect(await post(recording, {}, ann, stranger)).toMatchObject({ status: 403, body: { code: 'request_text_only' } })
    expect(await post(recording, {}, ann, ann)).toMatchObject({ status: 400, body: { code: 'cannot_message_self' } })
    for (const duration of ['-1', 'NaN', '1e9', 'long'])
      expect(await post(recording, { duration })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect((await as(ann).upload('/messages/voice').field('recipientId', ben._id)).body.fields).toEqual({
      audio: 'Choose a recording',
    })
    expect(await list()).toEqual([])
    expect(await countFiles()).toBe(0)
    expect((await post(recording, { duration: '99999999' }).expect(201)).body.message.voice.durationMs).toBe(300_000)
  })

  it('marks a recording as failed that cannot be encoded, and one whose encoder crashes three times', async () => {
    let runs = 0
    const encodings = [{ code: 'too_long' as const, message: '' }]
    const voiceEncoder = createEncoder(async () => {
      runs += 1
      return encodings.pop() ?? { code: 'crashed', message: '' }
    })
    await using used = await setUp({ voiceEncoder })
    const { ben, connect, send, list, advance, countFiles, startInstance } = used
    const device = await connect(ben)
    await send()
    expect((await waitForPushes(device, 'messageProcessed'))[0]).toMatchObject({
      voice: { status: 'failed', url: null },
    })
    await eventually(async () => expect(await countFiles()).toBe(0))
    await send()
    for (const attempt of [2, 3]) {
      await eventually(() => expect(runs).toBe(attempt))
      advance(CLAIM_MS)
      await startInstance() // polls at once
    }
    await eventually(async () => expect((await list()).map(({ voice }) => voice?.status)).toEqual(['failed', 'failed']))
    expect(runs).toBe(4)
  })

  it('takes a recording again after its process was killed', async () => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
    const hang = createEncoder((_file, _target, signal) => {
      take()
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ code: 'crashed', message: 'killed' })),
      )
    })
    let encoder: VoiceEncoder = hang
    const voiceEncoder = createEncoder((...request) => encoder.encode(...request))
    await using used = await setUp({ voiceEncoder })
    const { ben, connect, send, list, advance, startInstance } = used
    await send()
    await isTaken
    encoder = encodeQuickly
    const early = await startInstance()
    expect((await list())[0]?.voice?.status).toBe('processing') // the first one may still be at work
    advance(CLAIM_MS)
    const { url } = await startInstance()
    const device = await connect(ben, { url })
    await eventually(async () => expect((await list())[0]).toMatchObject({ voice: { status: 'ready', ...encoded } }))
    expect(early.url).not.toBe(url)
    device.socket.disconnect()
  })

  /** Ann's recording that Ben can play. Somebody may hide read marks. */
  async function setUpPlay(hiding?: 'ann' | 'ben') {
    const used = await setUp()
    const { ann, ben, relations, connect, send, as } = used
    if (hiding) await relations.setContactPrivacy(used[hiding], { sendReadMarks: false })
    const [annsDevice, bensDevice] = [await connect(ann), await connect(ben)]
    const { _id } = await send()
    await waitForPushes(annsDevice, 'messageProcessed')
    await as(ben).list(ann)
    const { rev }: MessageView = (await as(ann).list(ben)).messages[0]
    const conversationRev = 4 // it was sent, processed, and delivered to a device of each
    await eventually(async () => expect((await as(ann).conversation(ben)).rev).toBe(conversationRev))
    const readPlayed = async () => {
      const [toAnn, toBen] = [(await as(ann).list(ben)).messages[0], (await as(ben).list(ann)).messages[0]]
      return [toAnn.voice.isPlayed, toBen.voice.isPlayed, toAnn.rev]
    }
    return {
      ...used,
      annsDevice,
      bensDevice,
      _id,
      rev,
      conversationRev,
      readPlayed,
      play: () => as(ben).put(`/messages/${_id}/played`),
    }
  }

  it('tells both members once that a recording was played by the one who received it', async () => {
    await using used = await setUpPlay()
    const { ann, ben, as, annsDevice, bensDevice, _id, rev, conversationRev, readPlayed, play } = used
    expect(await readPlayed()).toEqual([false, false, rev])
    expect((await as(ann).put(`/messages/${_id}/played`).expect(200)).body).toEqual({ rev }) // by its sender
    expect((await play().expect(200)).body).toEqual({ rev: conversationRev + 1 })
    expect((await play().expect(200)).body).toEqual({ rev: conversationRev + 1 })
    expect(await readPlayed()).toEqual([true, true, conversationRev + 1])
    const push = { messageId: _id, listenerId: ben._id, rev: conversationRev + 1 }
    await waitForPushes(annsDevice, 'messagePlayed')
    await waitForPushes(bensDevice, 'messagePlayed')
    expect(annsDevice.received('messagePlayed')).toEqual([{ ...push, userId: ben._id }])
    expect(bensDevice.received('messagePlayed')).toEqual([{ ...push, userId: ann._id }])
    expect((await as(ann).changes(ben, rev)).messages).toMatchObject([{ _id, voice: { isPlayed: true } }])
    const unread = await as(ben).unreadCount()
    await as(ann).delete(`/messages/${_id}`).expect(200)
    expect(unread).toBe(1) // a play is no read mark
    await play().expect(200)
    expect(annsDevice.received('messagePlayed')).toHaveLength(1)
  })

  it.each(['ann', 'ben'] as const)('tells the sender of no play if %s hides read marks', async (hiding) => {
    await using used = await setUpPlay(hiding)
    const { ann, ben, as, annsDevice, bensDevice, rev, readPlayed, play, waitUntilPushed } = used
    const readAsAnn = async () => [
      await as(ann).conversation(ben),
      await as(ann).changes(ben, 0),
      (await as(ann).get('/messages/sync').expect(200)).body,
    ]
    const before = await readAsAnn()
    expect((await play().expect(200)).body).toEqual({ rev })
    await waitForPushes(bensDevice, 'messagePlayed')
    expect(await readPlayed()).toEqual([false, true, rev])
    expect(await readAsAnn()).toEqual(before)
    await waitUntilPushed(annsDevice, ann)
    expect(annsDevice.received('messagePlayed')).toEqual([])
  })

  it('lets only the two members mark a play, and across a block nobody', async () => {
    await using used = await setUpPlay()
    const { ann, ben, as, addMember, relations, _id, rev, readPlayed, play } = used
    const stranger = await addMember()
    expect(await as(stranger).put(`/messages/${_id}/played`)).toMatchObject({ status: 404 })
    await relations.block(ann, ben)
    expect((await play().expect(200)).body).toEqual({ rev })
    expect(await readPlayed()).toEqual([false, false, rev])
  })

  it('has a transcript that its sender types, found by its words, as plain text', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const slow = createEncoder(async (...request) => {
      await mayEnd
      return encodeQuickly.encode(...request)
    })
    await using used = await setUp({ voiceEncoder: slow })
    const { ann, ben, as, connect, send, list } = used
    const device = await connect(ben)
    const { _id } = await send()
    const content = '<b>The swallows</b> of https://example.org are back, @ben'
    expect((await as(ben).put(`/messages/${_id}`).send({ content })).status).toBe(403)
    await as(ann).put(`/messages/${_id}`).send({ content }).expect(200)
    end()
    const [processed] = await waitForPushes(device, 'messageProcessed')
    expect(processed).toMatchObject({ _id, content, messageType: 'voice', voice: { status: 'ready' } })
    const [shown] = await list()
    expect(shown).toMatchObject({ content, voice: { status: 'ready' } })
    expect(shown).not.toHaveProperty('facets')
    const found = await as(ben).get('/messages/search').query({ q: 'swallows' }).expect(200)
    expect(found.body.messages).toMatchObject([{ _id, content }])
    await as(ann).delete(`/messages/${_id}`).expect(200)
    expect((await list())[0]).toMatchObject({ content: '' })
    expect((await as(ben).get('/messages/search').query({ q: 'swallows' })).body.messages).toEqual([])
  })

  it('deletes a recording with its message, also while it is encoded', async () => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const slow = createEncoder(async (...request) => {
      take()
      await mayEnd
      return encodeQuickly.encode(...request)
    })
    await using used = await setUp({ voiceEncoder: slow })
    const { ann, as, send, list, countFiles } = used
    const { _id } = await send()
    await isTaken
    await as(ann).delete(`/messages/${_id}`).expect(200)
    end()
    const [deleted] = await list()
    expect(deleted).toMatchObject({ content: '', deletedAt: expect.any(String) })
    expect(deleted).not.toHaveProperty('voice')
    await eventually(async () => expect(await countFiles()).toBe(0))
  })

  it('encodes a recording of a browser in a process of its own', async () => {
    await using used = await setUp({ voiceEncoder: openVoiceEncoder() })
    const { ben, connect, send, as } = used
    const device = await connect(ben)
    await send()
    const voice = (await waitForPushes(device, 'messageProcessed'))[0]?.voice
    expect(voice?.peaks).toHaveLength(60)
    const { body } = await as(ben)
      .get(voice?.url ?? '')
      .buffer()
    expect(body.toString('latin1', 4, 12)).toBe('ftypM4A ')
  })

  it('encodes an uncompressed recording, and serves it as it is where there is no encoder', async () => {
    await using used = await setUp({ voiceEncoder: openVoiceEncoder() })
    const device = await used.connect(used.ben)
    await used.post(wav).expect(201)
    const [processed] = await waitForPushes(device, 'messageProcessed')
    expect(processed).toMatchObject({ voice: { status: 'ready', durationMs: expect.any(Number) } })
    await using plain = await setUp({ voiceEncoder: openVoiceEncoder({ isInstalled: false }) })
    const { voice } = (await plain.post(wav, { duration: '0.1' }).expect(201)).body.message
    const { body, headers } = await plain.as(plain.ben).get(voice.url).buffer()
    expect(headers['content-type']).toBe('audio/wav')
    expect(body.equals(wav)).toBe(true)
  })

  it('serves a recording as it is where there is no encoder, and says so in its health', async () => {
    await using used = await setUp({ voiceEncoder: openVoiceEncoder({ isInstalled: false }) })
    const { ben, send, as, instance } = used
    const { voice } = await send()
    expect(voice).toMatchObject({ status: 'ready', durationMs: 2_500, peaks: [] })
    const { body, headers } = await as(ben)
      .get(voice?.url ?? '')
      .buffer()
    expect(headers['content-type']).toBe('audio/webm')
    expect(body.equals(recording)).toBe(true)
    const health = await fetch(`${instance.url}/health/ready`)
    expect(await health.json()).toMatchObject({ status: 'ready', degraded: ['voice'] })
  })
})
