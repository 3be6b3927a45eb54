import { expect, it } from '@jest/globals'
import { describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  async function setUp() {
    const started = await chat()
    const [ann, ben] = await started.addMutualFollowers()
    const message = await started.as(ann).sendMessage(ben, 'Helo')
    const edit = (content: string) => started.as(ann).put(`/messages/${message._id}`).send({ content }).expect(200)
    const read = (by: TestMember, id = message._id) => started.as(by).get(`/messages/${id}/history`)
    return { ...started, ann, ben, message, edit, read }
  }

  it('both members see all texts of a message with their times, the current one first', async () => {
    const { ann, ben, message, edit, read } = await setUp()
    expect((await read(ben)).body).toEqual({
      versions: [{ content: 'Helo', writtenAt: message.createdAt }],
      hasMore: false,
    })
    const { message: first } = (await edit('Hello')).body
    const { message: second } = (await edit('Hello https://example.org')).body
    const { body } = await read(ben).expect(200)
    expect(body).toEqual({
      versions: [
        { content: 'Hello https://example.org', facets: second.facets, writtenAt: second.editedAt },
        { content: 'Hello', writtenAt: first.editedAt },
        { content: 'Helo', writtenAt: message.createdAt },
      ],
      hasMore: false,
    })
    expect((await read(ann)).body).toEqual(body)
  })

  it('at most the newest 20 texts are shown, and it says that there were more', async () => {
    const { ben, edit, read } = await setUp()
    for (let count = 1; count <= 21; count++) await edit(`Text ${count}`)
    const { versions, hasMore } = (await read(ben)).body
    expect(hasMore).toBe(true)
    expect(versions.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Text ${21 - index}`),
    )
  })

  it('no third member sees them, and nobody after the message was deleted', async () => {
    const { as, ann, ben, message, edit, read, addMember, store } = await setUp()
    await edit('Hello')
    const eve = await addMember()
    for (const response of [await read(eve), await read(ben, UNKNOWN_ID)])
      expect(response).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    await as(ann).delete(`/messages/${message._id}`).expect(200)
    expect((await read(ben)).body).toMatchObject({ code: 'message_not_found' })
    expect(await store.readEarlierTexts(message._id)).toEqual([])
  })

  it('stay readable across a block, as the message does', async () => {
    const { ann, ben, edit, read, relations } = await setUp()
    await edit('Hello')
    await relations.block(ann, ben)
    expect((await read(ben)).body.versions).toHaveLength(2)
  })
})
