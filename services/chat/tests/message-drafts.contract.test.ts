import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { MAX_MESSAGE_DRAFT_LENGTH, MAX_MESSAGE_DRAFTS } from '@meadow/contracts/limits'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { MAX_DELETED_DRAFTS } from '../src/drafts/message-draft.ts'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString()

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  async function setUp() {
    const started = await chat()
    const [ann, ben] = await started.addMutualFollowers()
    const save = (content: string, changedAt: string, by = ann, to: { _id: string } = ben) =>
      started.as(by).put(`/messages/drafts/${to._id}`).send({ content, changedAt })
    const remove = (changedAt: string, by = ann) =>
      started.as(by).delete(`/messages/drafts/${ben._id}?changedAt=${changedAt}`)
    const list = async (by: TestMember = ann) => (await started.as(by).get('/messages/drafts').expect(200)).body.drafts
    return { ...started, ann, ben, save, remove, list }
  }

  it('a draft is of one conversation of one member, and reaches nobody else', async () => {
    const { as, ann, ben, save, list, addMember } = await setUp()
    const carla = await addMember()
    await save(' Dear\nBen ', at(1)).expect(200)
    await save('Dear Carla', at(2), ann, carla).expect(200)
    await save('Dear Ann', at(3), ben, ann).expect(200)
    expect(await list()).toEqual([
      { _id: carla._id, content: 'Dear Carla', changedAt: at(2) },
      { _id: ben._id, content: 'Dear\nBen', changedAt: at(1) },
    ])
    expect(await list(ben)).toEqual([{ _id: ann._id, content: 'Dear Ann', changedAt: at(3) }])
    expect(JSON.stringify(await as(ben).conversations())).not.toContain('Dear')
  })

  it('the newest change wins in any order, and an older one gets the newer draft', async () => {
    const { ben, save, remove, list } = await setUp()
    await save('Second', at(2)).expect(200)
    const draft = { _id: ben._id, content: 'Second', changedAt: at(2) }
    for (const late of [at(1), at(2)])
      expect(await save('First', late)).toMatchObject({
        status: 409,
        body: { code: 'draft_changed', messageDraft: draft },
      })
    await save('Second', at(2)).expect(200) // a repeated request
    expect((await remove(at(1))).body).toMatchObject({ code: 'draft_changed', messageDraft: draft })
    expect(await list()).toEqual([draft])
  })

  it('a change from before the deletion does not bring a draft back, and a later one does', async () => {
    const { save, remove, list } = await setUp()
    await save('Sent', at(1)).expect(200)
    for (let count = 0; count < 2; count++) await remove(at(3)).expect(200)
    expect((await save('Late', at(2))).body).toMatchObject({ code: 'draft_changed', messageDraft: null })
    expect(await list()).toEqual([])
    await save('Another', at(4)).expect(200)
    expect(await list()).toMatchObject([{ content: 'Another' }])
  })

  it('a change from a clock that is ahead counts as of now', async () => {
    const { save, list } = await setUp()
    await save('From the future', new Date(Date.now() + 86_400_000).toISOString()).expect(200)
    const [draft] = await list()
    expect(Date.parse(draft.changedAt)).toBeLessThanOrEqual(Date.now())
  })

  it('a draft stays with its author across a block', async () => {
    const { ann, ben, relations, save, list } = await setUp()
    await save('Before', at(1)).expect(200)
    await relations.block(ben, ann)
    await save('After', at(2)).expect(200)
    expect(await list()).toMatchObject([{ content: 'After' }])
  })

  it('a deletion is forgotten after a time, and a draft is not', async () => {
    const { ann, save, remove, list, store } = await setUp()
    const later = new Date(Date.now() + 60_000)
    await save('Kept', at(1)).expect(200)
    const other = randomUUID()
    const { messageDrafts } = store.ports
    await messageDrafts.delete({ _id: other, memberId: ann._id, changedAt: new Date(at(5)), at: new Date() })
    while (await messageDrafts.forgetDeleted(later));
    expect(await list()).toMatchObject([{ content: 'Kept' }])
    await save('An old change', at(2), ann, { _id: other }).expect(200)
    expect(await list()).toHaveLength(2)
    await remove(at(6)).expect(200)
  })

  it('only so many deletions of a member are remembered, the newest ones', async () => {
    const { ann, ben, save, remove, store } = await setUp()
    await save('Hello', at(1)).expect(200)
    await save('Stays', at(1), ben, ann).expect(200)
    await store.addDeletedDrafts(ann, new Date(at(2)), MAX_DELETED_DRAFTS)
    await store.addDeletedDrafts(ben, new Date(at(2)), 1)
    await remove(at(3)).expect(200)
    expect(await store.countDeletedDrafts(ann)).toBe(MAX_DELETED_DRAFTS)
    expect(await store.countDeletedDrafts(ben)).toBe(1)
    expect((await save('Late', at(2))).body).toMatchObject({ code: 'draft_changed', messageDraft: null })
  })

  it('refuses an empty text, one that is too long, one to oneself, and the draft after the last one', async () => {
    const { ann, save, list, store } = await setUp()
    for (const content of [' \n', 'x'.repeat(MAX_MESSAGE_DRAFT_LENGTH + 1)])
      expect(await save(content, at(1))).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect((await save('Note to self', at(1), ann, ann)).body).toMatchObject({ code: 'cannot_message_self' })
    for (let count = 0; count < MAX_MESSAGE_DRAFTS; count++)
      await store.ports.messageDrafts.save({
        _id: randomUUID(),
        memberId: ann._id,
        content: `Draft ${count}`,
        changedAt: new Date(at(1)),
      })
    expect(await save('One more', at(1))).toMatchObject({ status: 409, body: { code: 'draft_limit_reached' } })
    expect(await list()).toHaveLength(MAX_MESSAGE_DRAFTS)
  })
})
