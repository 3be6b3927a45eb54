import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { createTestPicture } from '@meadow/media/testing'
import { createThrottle, createUploadLimits } from '@meadow/service'
import { alice, bob, eventually, shareAcrossTests, testLog } from '@meadow/testing'
import { createMessageLimits } from '../src/config.ts'
import type { ChatServiceDeps } from '../src/service.ts'
import { startChat } from './chat-harness.ts'

type Fields = Record<string, string | string[]>

/** Starts chat with Alice and Bob, who follow each other. */
async function startConversation(overrides: Partial<ChatServiceDeps> = {}) {
  const chat = await startChat(overrides)
  for (const member of [alice, bob]) await chat.relations.addMember(member)
  await chat.relations.follow(alice, bob)
  await chat.relations.follow(bob, alice)

  async function send(pictures: readonly Buffer[], fields: Fields = {}) {
    const form = chat.as(alice).post('/messages/image').field('recipientId', bob._id)
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.field(name, one)
    for (const [index, picture] of pictures.entries()) form.attach('image', picture, `${index}.jpg`)
    return form
  }
  const sent = async (pictures: readonly Buffer[], fields?: Fields): Promise<MessageView> => {
    const response = await send(pictures, fields)
    expect(response.status).toBe(201)
    return response.body.message
  }
  return { ...chat, send, sent }
}

const started = shareAcrossTests(() => startConversation())
const createPictures = (widths: readonly number[]) =>
  Promise.all(widths.map((width) => createTestPicture({ width, height: 40 })))

it('sends pictures with a text and their descriptions, in their order', async () => {
  const { sent, as, connect } = await started()
  const toBob = await connect(bob)
  const message = await sent(await createPictures([50, 60, 70, 80]), {
    content: ' Four of the barn ',
    alt: ['The barn', '', 'The roof'],
  })
  expect(message).toMatchObject({ messageType: 'image', content: 'Four of the barn' })
  expect(message.pictures.map(({ width, alt }) => [width, alt])).toEqual([
    [50, 'The barn'],
    [60, ''],
    [70, 'The roof'],
    [80, ''],
  ])
  expect(message.media).toEqual(message.pictures[0])
  expect(message.imageUrl).toBe(message.pictures[0]?.url)
  await eventually(() => expect(toBob.received('newMessage')).toMatchObject([{ pictures: message.pictures }]))

  const { body } = await as(bob).get(`/messages/conversations/${alice._id}`)
  expect(body.conversation.lastMessage).toMatchObject({ content: 'Four of the barn', pictureCount: 4 })
  const reply = await as(bob)
    .post('/messages')
    .send({ recipientId: alice._id, content: 'Lovely', replyTo: message._id })
  expect(reply.body.message).toMatchObject({ pictures: [], replyTo: { pictureCount: 4, messageType: 'image' } })
  const found = await as(bob).get(`/messages/${alice._id}?q=barn`)
  expect(found.body.messages).toMatchObject([{ _id: message._id }])
})

it('returns the first message for a repeat; other pictures, text or descriptions are another message', async () => {
  const { sent, send } = await started()
  const [one, two, three] = await createPictures([51, 52, 53])
  if (!one || !two || !three) throw new Error('no pictures')
  const fields = { clientMessageId: randomUUID(), content: 'Two', alt: ['a', 'b'] }
  const first = await sent([one, two], fields)
  expect((await sent([one, two], fields))._id).toBe(first._id)
  const refused = { status: 409, body: { code: 'key_reused' } }
  expect(await send([two, one], fields)).toMatchObject(refused)
  expect(await send([one, two, three], fields)).toMatchObject(refused)
  expect(await send([one, two], { ...fields, content: 'Both' })).toMatchObject(refused)
  expect(await send([one, two], { ...fields, alt: ['a', 'c'] })).toMatchObject(refused)
})

it('refuses five pictures, and all of a message if one file is no picture', async () => {
  const { send, as } = await started()
  const pictures = await createPictures([50, 51, 52, 53, 54])
  expect(await send(pictures)).toMatchObject({ status: 400, body: { fields: { image: 'Send at most 4 pictures' } } })
  const [last] = (await as(alice).get(`/messages/${bob._id}?limit=1`)).body.messages
  expect(await send([...pictures.slice(0, 2), Buffer.from('no picture')])).toMatchObject({ status: 415 })
  expect((await as(alice).get(`/messages/${bob._id}?limit=1`)).body.messages).toMatchObject([{ _id: last._id }])
})

it('removes the files of all pictures with the message', async () => {
  await using chat = await startConversation()
  const message = await chat.sent(await createPictures([50, 60, 70]))
  expect(await chat.countFiles()).toBe(3)
  expect(await chat.as(alice).delete(`/messages/${message._id}`)).toMatchObject({ status: 200 })
  await eventually(async () => expect(await chat.countFiles()).toBe(0))
  const { body } = await chat.as(bob).get(`/messages/conversations/${alice._id}`)
  expect(body.conversation.lastMessage).toMatchObject({ pictureCount: 0, content: '' })
})

it('counts each picture of a message within the limit per hour', async () => {
  const counts = new Map<string, number>()
  const increment = async (key: string, by: number) => {
    counts.set(key, (counts.get(key) ?? 0) + by)
    return counts.get(key) ?? 0
  }
  await using chat = await startConversation({
    throttle: createThrottle({ state: { increment }, log: testLog, now: () => new Date('2026-03-01T12:00:00Z') }),
    messageLimits: createMessageLimits({
      MESSAGES_PER_MINUTE: 100,
      SENT_MESSAGES_PER_MINUTE: 100,
      RECEIVED_MESSAGES_PER_MINUTE: 100,
    }),
    uploadLimits: createUploadLimits('chat', { uploads: 4, megabytes: 1 }),
  })
  const pictures = await createPictures([50, 60, 70])
  await chat.sent(pictures)
  expect(await chat.send(pictures)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
})
