import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { createTestPicture } from '@meadow/media/testing'
import { describeOnEachEngine, eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import request from 'supertest'
import { createMessageLimits } from '../src/config.ts'
import { isForwardable } from '../src/messages/forward/forward-message.ts'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

const recording = await readFile(join(import.meta.dirname, '../../../packages/voice/tests/recordings/chromium.webm'))

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  /** Adds Ann, who can write to Ben and to Carla, who do not know each other. */
  async function setUp() {
    const started = await chat()
    const { as, relations } = started
    const [ann, ben] = await started.addMutualFollowers()
    const carla = await started.addMember()
    await relations.follow(ann, carla)
    await relations.follow(carla, ann)
    const forward = (messageId: string, to: TestMember, by = ann, clientMessageId?: string) =>
      as(by).post('/messages/forward', { messageId, recipientId: to._id, ...(clientMessageId && { clientMessageId }) })
    const load = (url = '') => request(started.instance.service.app).get(url)
    return { ...started, ann, ben, carla, forward, load }
  }

  it('passes a text on with its links, marked, without the name of its author', async () => {
    const { as, ann, ben, carla, forward, connect } = await setUp()
    const toCarla = await connect(carla)
    const original = await as(ben).sendMessage(ann, 'See https://example.org')
    const { message } = (await forward(original._id, carla).expect(201)).body
    expect(message).toMatchObject({
      content: 'See https://example.org',
      facets: original.facets,
      isForwarded: true,
      sender: { _id: ann._id },
      replyTo: null,
      edited: false,
    })
    const [pushed] = await waitForPushes(toCarla, 'newMessage')
    expect(pushed).toMatchObject({ _id: message._id, isForwarded: true })
    const { messages } = await as(carla).list(ann)
    expect(messages).toMatchObject([{ _id: message._id, isForwarded: true }])
    expect(JSON.stringify(messages)).not.toContain(ben.username)
    expect(JSON.stringify(messages)).not.toContain(original._id)
    expect((await as(ann).list(ben)).messages[0]).not.toHaveProperty('isForwarded')
  })

  it('copies pictures with their descriptions, so that each message is deleted alone', async () => {
    const { as, ann, ben, carla, forward, load } = await setUp()
    const form = as(ben).upload('/messages/image').field('recipientId', ann._id).field('content', 'The barn')
    const picture = await createTestPicture({ width: 600, height: 300 })
    const sent = await form.field('alt', 'A red barn').attach('image', picture, 'barn.jpg').expect(201)
    const { message } = (await forward(sent.body.message._id, carla).expect(201)).body
    expect(message).toMatchObject({ content: 'The barn', messageType: 'image', isForwarded: true })
    expect(message.pictures).toMatchObject([{ alt: 'A red barn', width: 600, height: 300 }])
    const urls = (message.pictures[0].sources as { url: string }[]).map(({ url }) => url)
    await as(ben).delete(`/messages/${sent.body.message._id}`).expect(200)
    await eventually(async () => expect((await load(sent.body.message.imageUrl)).status).toBe(404))
    for (const url of urls) expect((await load(url)).status).toBe(200)
    await as(ann).delete(`/messages/${message._id}`).expect(200)
    for (const url of urls) await eventually(async () => expect((await load(url)).status).toBe(404))
  })

  it('copies a recording, which is encoded for itself if it is not ready', async () => {
    const { as, ann, ben, carla, forward, load } = await setUp()
    const form = as(ben).upload('/messages/voice').field('recipientId', ann._id).field('duration', '1.0')
    const original = (await form.attach('audio', recording, 'voice.webm').expect(201)).body.message
    const early = (await forward(original._id, carla).expect(201)).body.message
    const readVoice = async (id: string) =>
      (await as(carla).list(ann)).messages.find(({ _id }: { _id: string }) => _id === id).voice
    await eventually(async () => expect((await readVoice(early._id)).status).not.toBe('processing'))
    await eventually(async () => {
      const { messages } = await as(ann).list(ben)
      expect(messages[0].voice.status).not.toBe('processing')
    })
    const late = (await forward(original._id, carla).expect(201)).body.message
    await as(ben).delete(`/messages/${original._id}`).expect(200)
    for (const { _id } of [early, late]) expect((await load((await readVoice(_id)).url)).status).toBe(200)
  })

  it('the transcript of a recording stays plain text', async () => {
    const { as, ann, ben, carla, forward } = await setUp()
    const form = as(ben).upload('/messages/voice').field('recipientId', ann._id).field('duration', '1.0')
    const original = (await form.attach('audio', recording, 'voice.webm').expect(201)).body.message
    await as(ben).put(`/messages/${original._id}`).send({ content: 'See https://example.org' }).expect(200)
    const { message } = (await forward(original._id, carla).expect(201)).body
    expect(message).toMatchObject({ content: 'See https://example.org', messageType: 'voice' })
    expect(message).not.toHaveProperty('facets')
  })

  it('a repeat returns the first message, also if the original was edited or deleted since', async () => {
    const { as, ann, ben, carla, forward } = await setUp()
    const original = await as(ben).sendMessage(ann, 'Six')
    const key = randomUUID()
    const { message } = (await forward(original._id, carla, ann, key).expect(201)).body
    await as(ben).put(`/messages/${original._id}`).send({ content: 'Seven' }).expect(200)
    expect((await forward(original._id, carla, ann, key)).body.message._id).toBe(message._id)
    await as(ben).delete(`/messages/${original._id}`).expect(200)
    expect((await forward(original._id, carla, ann, key)).body.message).toEqual(message)
    const other = await as(ben).sendMessage(ann, 'Eight')
    expect(await forward(other._id, carla, ann, key)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect((await as(carla).list(ann)).messages).toMatchObject([{ content: 'Six' }])
  })

  it('copies no file for a repeat, nor for a message that is refused', async () => {
    const messageLimits = createMessageLimits({
      MESSAGES_PER_MINUTE: 1,
      SENT_MESSAGES_PER_MINUTE: 50,
      RECEIVED_MESSAGES_PER_MINUTE: 50,
    })
    const noon = new Date('2026-03-01T12:00:15.000Z')
    await using limited = await startChatApi({ now: () => noon }, { openStore, messageLimits })
    const { as, relations, addMutualFollowers, addMember, countFiles } = limited
    const [ann, ben] = await addMutualFollowers()
    const carla = await addMember()
    await relations.follow(ann, carla)
    await relations.follow(carla, ann)
    const form = as(ben).upload('/messages/image').field('recipientId', ann._id)
    const picture = await createTestPicture({ width: 60, height: 30 })
    const { _id } = (await form.attach('image', picture, 'barn.jpg').expect(201)).body.message
    const key = randomUUID()
    const forward = (clientMessageId: string) =>
      as(ann).post('/messages/forward', { messageId: _id, recipientId: carla._id, clientMessageId })
    const { message } = (await forward(key).expect(201)).body
    const before = await countFiles()
    expect((await forward(key)).body.message._id).toBe(message._id)
    expect(await forward(randomUUID())).toMatchObject({ status: 429 })
    expect(await countFiles()).toBe(before)
  })

  it('only members of the conversation forward its messages, and none that was deleted', async () => {
    const { as, ann, ben, carla, forward } = await setUp()
    const original = await as(ben).sendMessage(ann, 'A secret')
    const refused = { status: 404, body: { code: 'message_not_found' } }
    expect(await forward(original._id, ann, carla)).toMatchObject(refused)
    expect(await forward(randomUUID(), carla)).toMatchObject(refused)
    await as(ben).delete(`/messages/${original._id}`).expect(200)
    expect(await forward(original._id, carla)).toMatchObject(refused)
    expect((await as(carla).list(ann)).messages).toEqual([])
  })

  it('reaches nobody to whom the member may not write', async () => {
    const { as, ann, ben, carla, forward, relations, addMember } = await setUp()
    const original = await as(ben).sendMessage(ann, 'Hello')
    await relations.block(carla, ann)
    const refused = (code: string) => ({ status: 403, body: { code } })
    expect(await forward(original._id, carla)).toMatchObject(refused('not_mutual'))
    expect(await forward(original._id, await addMember())).toMatchObject(refused('request_text_only'))
    expect((await forward(original._id, ann)).body).toMatchObject({ code: 'cannot_message_self' })
    await relations.block(ben, ann)
    const [dora] = [await addMember()]
    await relations.follow(ann, dora)
    await relations.follow(dora, ann)
    await forward(original._id, dora).expect(201) // what was received stays readable
  })
})

it('a recording without a sound, a deleted message and one that disappears are not passed on', () => {
  const voice = { random: 'ab12', format: 'm4a' as const, status: 'ready' as const, durationMs: 1_000, peaks: [] }
  expect(isForwardable({ deletedAt: null })).toBe(true)
  expect(isForwardable({ deletedAt: null, voice })).toBe(true)
  expect(isForwardable({ deletedAt: null, voice: { ...voice, status: 'failed' } })).toBe(false)
  expect(isForwardable({ deletedAt: new Date() })).toBe(false)
  expect(isForwardable({ deletedAt: null, expiresAt: new Date() })).toBe(false)
})
