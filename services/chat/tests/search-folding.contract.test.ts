import { expect, it } from '@jest/globals'
import { createTestMember, describeOnEachEngine, type TestMember } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { FOLDING_CASES, listFoldingDifferences } from '@meadow/testing/search-folding'
import { chatMigrations } from '../src/migrations.ts'
import { createNewMessage, openableStores } from './chat-test-stores.ts'

const WINDOW = { limit: 50, after: undefined, skip: 0 }
const WHOLE_CONVERSATION = {
  from: undefined,
  has: undefined,
  start: undefined,
  end: undefined,
  before: undefined,
  limit: 50,
}

describeOnEachEngine(await openableStores(), (open) => {
  /** Stores mutual followers of a member, each with one of the texts as its name and as its only message. */
  async function setUp(texts: readonly string[]) {
    const store = await open()
    const { members, messages, conversations, mutualFollowers, search } = store.ports
    const addMember = async (fullName: string) => {
      const member = { ...createTestMember(), fullName }
      await members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
      return member
    }
    const me = await addMember('Me')
    const memberByText = new Map<string, TestMember>()
    for (const content of new Set(texts)) {
      const member = await addMember(content)
      const edge = { version: 1, active: true, at: new Date() }
      await members.setFollow({ ...edge, from: me._id, to: member._id })
      await members.setFollow({ ...edge, from: member._id, to: me._id })
      await messages.send(createNewMessage({ content }), { ...member, profileVersion: 0 }, { otherId: me._id })
      memberByText.set(content, member)
    }
    const filter = { unread: false, among: undefined }
    /** Returns whether the searches in the inbox, New Chat and the conversation find the text. */
    const find = async (text: string, q: string) => {
      const _id = memberByText.get(text)?._id ?? ''
      const inbox = await conversations.list(me, WINDOW, { ...filter, q })
      const newChat = await mutualFollowers.list(me, { q, after: undefined, limit: 50 })
      const found = await search.search(_id, me, { ...WHOLE_CONVERSATION, text: q })
      return {
        inbox: inbox.some(({ conversation }) => conversation.user._id === _id),
        newChat: newChat.some(({ member }) => member._id === _id),
        messages: found.messages.length > 0,
      }
    }
    return { store, find }
  }

  it('finds the same texts in the inbox, in New Chat and in a conversation', async () => {
    const { store, find } = await setUp(FOLDING_CASES.map(([text]) => text))
    await using _store = store
    for (const [text, q, isFound] of FOLDING_CASES)
      expect({ text, q, ...(await find(text, q)) }).toEqual({
        ...{ text, q, inbox: isFound, newChat: isFound, messages: isFound },
      })
  })

  it('finds messages and names of earlier versions, and in all their spellings after the migrations', async () => {
    const { store, find } = await setUp(['Łukasz'])
    await using _store = store
    await store.foldAsBefore()
    const everywhere = { inbox: true, newChat: true, messages: true }
    expect(await find('Łukasz', 'łukasz')).toEqual(everywhere)
    expect(await find('Łukasz', 'lukasz')).toMatchObject({ messages: false })
    await store.foldAgain()
    for (const q of ['łukasz', 'lukasz']) expect(await find('Łukasz', q)).toEqual(everywhere)
  })
})

it('folds every character in PostgreSQL as in JavaScript', async () => {
  await using database = await openTestDatabase(...chatMigrations)
  expect(await listFoldingDifferences(database.pool)).toEqual([])
})
