import { randomUUID } from 'node:crypto'
import { copyFile, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { createTestPicture } from '@meadow/media/testing'
import { describeOnEachEngine, eventually, type TestMember } from '@meadow/testing'
import { CLAIM_MS, openVideoEncoder, type VideoEncoder } from '@meadow/voice'
import type { ChatServiceDeps } from '../src/service.ts'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

const recordingFile = join(import.meta.dirname, '../../../packages/voice/tests/recordings/video.webm')
const recording = await readFile(recordingFile)
const poster = await createTestPicture({ width: 64, height: 36 })
const encoded = { durationMs: 4_040, width: 64, height: 36 }

/** An encoder that answers as the test says, instead of starting a process. */
const createEncoder = (encode: VideoEncoder['encode']): VideoEncoder => ({ isInstalled: true, encode })

/** Writes the files that an encoder would. */
const encodeQuickly = createEncoder(async ({ file, target, poster: posterFile }) => {
  await copyFile(file, target)
  await writeFile(posterFile, poster)
  return { video: encoded }
})

describeOnEachEngine(await openableStores(), (openStore) => {
  async function setUp(overrides: Partial<ChatServiceDeps> = {}) {
    let ahead = 0
    const now = () => new Date(Date.now() + ahead)
    const chat = await startChatApi({ videoEncoder: encodeQuickly, now, ...overrides }, { openStore })
    const [ann, ben] = await chat.addMutualFollowers()
    const post = (content: Buffer, fields: Record<string, string> = {}, by: TestMember = ann, to: TestMember = ben) => {
      const form = chat.as(by).upload('/messages/video').field('recipientId', to._id)
      for (const [field, value] of Object.entries(fields)) form.field(field, value)
      return form.attach('video', content, 'walk.webm')
    }
    return {
      ...chat,
      ann,
      ben,
      post,
      send: async (fields: Record<string, string> = {}): Promise<MessageView> =>
        (await post(recording, fields).expect(201)).body.message,
      list: async (): Promise<MessageView[]> => (await chat.as(ben).list(ann)).messages,
      advance: (ms: number) => {
        ahead += ms
      },
      [Symbol.asyncDispose]: () => chat[Symbol.asyncDispose](),
    }
  }

  it('stores a video at once, and pushes it again with its poster when it can be played', async () => {
    await using used = await setUp()
    const { ann, ben, connect, send, list, as } = used
    const [annsDevice, bensDevice] = [await connect(ann), await connect(ben)]
    const sent = await send({ duration: '4.2', width: '640', height: '360' })
    const claimed = { status: 'processing', url: null, durationMs: 4_200, width: 640, height: 360, poster: null }
    expect(sent).toMatchObject({ messageType: 'video', content: '', video: claimed, pictures: [] })
    const [forAnn] = await waitForPushes(annsDevice, 'messageProcessed')
    const [forBen] = await waitForPushes(bensDevice, 'messageProcessed')
    expect(forBen).toMatchObject({ _id: sent._id, video: { status: 'ready', ...encoded } })
    expect(forBen?.video?.poster).toMatchObject({ width: 64, height: 36, placeholder: expect.any(String) })
    expect(forAnn?.video).toEqual(forBen?.video)
    expect(forBen?.rev).toBeGreaterThan(sent.rev)
    expect(await list()).toMatchObject([{ _id: sent._id, rev: forBen?.rev, video: forBen?.video }])
    const changes = await as(ben).get(`/messages/${ann._id}/changes?since=${sent.rev}`)
    expect(changes.body.messages).toMatchObject([{ _id: sent._id, video: { status: 'ready' } }])
    const { body } = await as(ben).get('/messages/conversations')
    expect(body.conversations[0].lastMessage).toMatchObject({ messageType: 'video', content: '' })
  })

  it('serves parts of the file and the poster by signed URLs, and removes the file as it was sent', async () => {
    await using used = await setUp()
    const { ben, connect, send, as, countFiles } = used
    const device = await connect(ben)
    await send()
    const { url, poster: shown } = (await waitForPushes(device, 'messageProcessed'))[0]?.video ?? {}
    const response = await as(ben)
      .get(url ?? '')
      .set('Range', 'bytes=0-3')
      .buffer()
    expect(response.status).toBe(206)
    expect(response.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': `bytes 0-3/${recording.length}`,
      'x-content-type-options': 'nosniff',
    })
    expect((await as(ben).get(shown?.url ?? '')).headers['content-type']).toBe('image/webp')
    expect((await as(ben).get((url ?? '').replace(/sig=.*/, 'sig=forged'))).status).toBe(403)
    await eventually(async () => expect(await countFiles()).toBe(2))
  })

  it('returns the first message for a repeat, and refuses another video with the same id', async () => {
    await using used = await setUp()
    const { send, post, list } = used
    const clientMessageId = randomUUID()
    const first = await send({ clientMessageId })
    expect((await send({ clientMessageId }))._id).toBe(first._id)
    const another = Buffer.concat([recording, Buffer.alloc(1)])
    expect(await post(another, { clientMessageId })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect(await list()).toHaveLength(1)
  })

  it('refuses what is no video, and to send one to who may not be written to', async () => {
    await using used = await setUp()
    const { post, ann, ben, addMember, list, as, countFiles } = used
    const stranger = await addMember()
    for (const content of ['', 'PK\x03\x04 a zip named .mp4', '<svg onload="alert(1)"/>'])
      expect(await post(Buffer.from(content))).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    expect(await post(recording, {}, ann, stranger)).toMatchObject({ status: 403, body: { code: 'request_text_only' } })
    expect(await post(recording, {}, ann, ann)).toMatchObject({ status: 400, body: { code: 'cannot_message_self' } })
    for (const width of ['-1', 'NaN', '1e9', 'wide'])
      expect(await post(recording, { width })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect((await as(ann).upload('/messages/video').field('recipientId', ben._id)).body.fields).toEqual({
      video: 'Choose a video',
    })
    expect(await list()).toEqual([])
    expect(await countFiles()).toBe(0)
    const { video } = (await post(recording, { duration: '99999999', width: '0' }).expect(201)).body.message
    expect(video).toMatchObject({ durationMs: 180_000, width: null })
  })

  it('marks a video as failed that cannot be encoded, and one whose encoder crashes three times', async () => {
    let runs = 0
    const encodings = [{ code: 'too_long' as const, message: '' }]
    const videoEncoder = createEncoder(async () => {
      runs += 1
      return encodings.pop() ?? { code: 'crashed', message: '' }
    })
    await using used = await setUp({ videoEncoder })
    const { ben, connect, send, list, advance, countFiles, startInstance } = used
    const device = await connect(ben)
    await send()
    const failed = { status: 'failed', url: null, poster: null }
    expect((await waitForPushes(device, 'messageProcessed'))[0]).toMatchObject({ video: failed })
    await eventually(async () => expect(await countFiles()).toBe(0))
    await send()
    for (const attempt of [2, 3]) {
      await eventually(() => expect(runs).toBe(attempt))
      advance(CLAIM_MS)
      await startInstance() // polls at once
    }
    await eventually(async () => expect((await list()).map(({ video }) => video?.status)).toEqual(['failed', 'failed']))
    expect(runs).toBe(4)
  })

  it('takes a video again after its process was killed', async () => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
    const hang = createEncoder((_files, signal) => {
      take()
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ code: 'crashed', message: 'killed' })),
      )
    })
    let encoder: VideoEncoder = hang
    const videoEncoder = createEncoder((...request) => encoder.encode(...request))
    await using used = await setUp({ videoEncoder })
    const { send, list, advance, startInstance } = used
    const { _id } = await send()
    await isTaken
    encoder = encodeQuickly
    const later = await send()
    const readVideo = async (id: string) => (await list()).find((message) => message._id === id)?.video
    await startInstance() // takes the later one at once
    await eventually(async () => expect(await readVideo(later._id)).toMatchObject({ status: 'ready' }))
    expect(await readVideo(_id)).toMatchObject({ status: 'processing' }) // the first one may still be at work
    advance(CLAIM_MS)
    await startInstance()
    await eventually(async () => expect(await readVideo(_id)).toMatchObject({ status: 'ready', ...encoded }))
  })

  it('completes a video that its sender deletes for themselves while it is encoded', async () => {
    const [started, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const videoEncoder = createEncoder(async (...request) => {
      started.resolve()
      await finished.promise
      return encodeQuickly.encode(...request)
    })
    await using used = await setUp({ videoEncoder })
    const { ann, ben, as, connect, send, list } = used
    const device = await connect(ben)
    const sent = await send()
    await started.promise
    await as(ann).delete(`/messages/${sent._id}?for=me`).send({}).expect(200)
    finished.resolve()
    await waitForPushes(device, 'messageProcessed')
    expect((await list())[0]?.video?.status).toBe('ready')
  })

  it('deletes a video and its poster with their message, also while it is encoded', async () => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const slow = createEncoder(async (...request) => {
      take()
      await mayEnd
      return encodeQuickly.encode(...request)
    })
    await using used = await setUp({ videoEncoder: slow })
    const { ann, ben, as, connect, send, list, countFiles } = used
    const { _id } = await send()
    await isTaken
    await as(ann).delete(`/messages/${_id}`).expect(200)
    end()
    const [deleted] = await list()
    expect(deleted).toMatchObject({ content: '', deletedAt: expect.any(String) })
    expect(deleted).not.toHaveProperty('video')
    await eventually(async () => expect(await countFiles()).toBe(0))
    const device = await connect(ben)
    const ready = await send()
    await waitForPushes(device, 'messageProcessed')
    await as(ann).delete(`/messages/${ready._id}`).expect(200)
    await eventually(async () => expect(await countFiles()).toBe(0))
  })

  it('encodes a video of a browser in a process of its own', async () => {
    await using used = await setUp({ videoEncoder: openVideoEncoder() })
    const { ben, connect, send, as } = used
    const device = await connect(ben)
    await send()
    const video = (await waitForPushes(device, 'messageProcessed'))[0]?.video
    expect(video).toMatchObject({ status: 'ready', width: expect.any(Number), poster: { width: expect.any(Number) } })
    const { body } = await as(ben)
      .get(video?.url ?? '')
      .buffer()
    expect(body.includes('avc1')).toBe(true)
  })

  it('serves no video as it was sent if its encoder turns out to be missing', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'meadow-video-'))
    const file = join(folder.path, 'video.mp4')
    const files = { file: recordingFile, target: file, poster: join(folder.path, 'poster.png') }
    await openVideoEncoder().encode(files, new AbortController().signal)
    const place = '\0\0\0\x1cudta\0\0\0\x14\xa9xyz+52.5-013.4/'
    const marked = Buffer.concat([await readFile(file), Buffer.from(place, 'latin1')])
    await using used = await setUp({ videoEncoder: createEncoder(async () => undefined) })
    const { ben, connect, post, as, send, countFiles } = used
    const device = await connect(ben)
    await post(marked).expect(201)
    const video = (await waitForPushes(device, 'messageProcessed'))[0]?.video
    expect(video).toMatchObject({ status: 'ready', width: expect.any(Number), durationMs: expect.any(Number) })
    const { body } = await as(ben)
      .get(video?.url ?? '')
      .buffer()
    expect(body).toHaveLength(marked.length)
    expect(body.includes('+52.5-013.4/')).toBe(false)
    await send()
    const pushed = await waitForPushes(device, 'messageProcessed', 2)
    expect(pushed[1]?.video).toMatchObject({ status: 'failed', url: null })
    await eventually(async () => expect(await countFiles()).toBe(1))
  })

  it('takes only what plays as it is where there is no encoder, and says so in its health', async () => {
    await using used = await setUp({ videoEncoder: openVideoEncoder({ isInstalled: false }) })
    const { post, instance, list } = used
    expect(await post(recording)).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    expect(await list()).toEqual([])
    const health = await fetch(`${instance.url}/health/ready`)
    expect(await health.json()).toMatchObject({ status: 'ready', degraded: ['video'] })
  })
})
