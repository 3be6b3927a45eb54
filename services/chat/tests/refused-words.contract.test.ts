import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { describeOnEachEngine, eventually } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (openStore) => {
  it('messages with refused words are refused, by call, edit and socket', async () => {
    await using chat = await startChatApi({}, { openStore })
    const { as, addMutualFollowers, connect, bus, store } = chat
    const [one, other] = await addMutualFollowers()
    const id = randomUUID()
    const envelope = { source: 'auth', subject: id, id, time: new Date() }
    await bus.publish([createEvent(events.refusedWordsUpdated, { ...envelope, data: { version: 1, words: ['ham'] } })])
    await eventually(async () => expect(await store.ports.refusedWords.readOther(0)).toMatchObject({ version: 1 }))
    const refused = { status: 400, body: { code: 'words_refused', fields: { content: expect.any(String) } } }
    expect(await as(one).send(other, 'Ham!')).toMatchObject(refused)
    const { _id } = await as(one).sendMessage(other, 'Birmingham')
    expect(await as(one).put(`/messages/${_id}`).send({ content: 'ham' })).toMatchObject(refused)
    const device = await connect(one)
    const text = { recipientId: other._id, content: 'ham', clientMessageId: randomUUID() }
    expect(await device.emit('sendMessage', text)).toMatchObject({ ok: false, code: 'words_refused', status: 400 })
    expect((await as(other).list(one)).messages).toMatchObject([{ content: 'Birmingham' }])
  })
})
