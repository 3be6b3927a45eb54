import { expect, it } from '@jest/globals'
import { canBeginConversation } from '@meadow/members'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { createNewMessage, openableStores } from './chat-test-stores.ts'

const FOLLOWS = [
  { isFollowing: false, isFollowedBack: false },
  { isFollowing: true, isFollowedBack: false },
  { isFollowing: false, isFollowedBack: true },
  { isFollowing: true, isFollowedBack: true },
]
const CASES = (['everyone', 'following', 'mutuals'] as const).flatMap((messagesFrom) =>
  FOLLOWS.map((follows) => ({ messagesFrom, ...follows })),
)

describeOnEachEngine(await openableStores(), (open) => {
  const opened = shareAcrossTests(open)

  async function setUp() {
    const { ports } = await opened()
    const [ann, ben] = [createTestMember(), createTestMember()]
    for (const member of [ann, ben])
      await ports.members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
    let version = 0
    const edge = (from: string, to: string, active = true) => ({ from, to, active, version: ++version, at: new Date() })
    const choose = (messagesFrom: string) =>
      ports.members.applyPrivacy({
        _id: ben._id,
        isPrivate: false,
        contactPrivacy: { messagesFrom, allowRequests: false },
        privacyVersion: ++version,
      })
    const send = (from = ann, to = ben) =>
      ports.messages.send(createNewMessage({}), { ...from, profileVersion: 1 }, { otherId: to._id }).then(
        () => 'sent',
        ({ code }) => code,
      )
    const readCanSend = async () => (await ports.conversations.find(ben._id, ann)).canSend
    const isInNewChat = async () =>
      (await ports.mutualFollowers.list(ann, { q: '', after: undefined, limit: 5 })).map(({ member }) => member._id)
    return { ...ports, ann, ben, edge, choose, send, readCanSend, isInNewChat }
  }

  it.each(CASES)('the view, New Chat and the store decide by one rule: %j', async ({ messagesFrom, ...follows }) => {
    const { ann, ben, members, edge, choose, send, readCanSend, isInNewChat } = await setUp()
    if (follows.isFollowing) await members.setFollow(edge(ann._id, ben._id))
    if (follows.isFollowedBack) await members.setFollow(edge(ben._id, ann._id))
    await choose(messagesFrom)
    const canBegin = canBeginConversation({ messagesFrom }, follows)
    expect(await readCanSend()).toBe(canBegin)
    expect(await isInNewChat()).toEqual(canBegin && follows.isFollowing ? [ben._id] : [])
    expect(await send()).toBe(canBegin ? 'sent' : 'not_mutual')
  })

  it('keeps a conversation open that exists, in both directions', async () => {
    const { ann, ben, choose, send, readCanSend } = await setUp()
    await choose('everyone')
    expect(await send()).toBe('sent')
    await choose('mutuals')
    expect([await readCanSend(), await send(), await send(ben, ann)]).toEqual([true, 'sent', 'sent'])
  })

  it('opens nothing across a block, and shows a stranger no presence', async () => {
    const { ann, ben, members, edge, choose, send, conversations, isInNewChat } = await setUp()
    await choose('everyone')
    await members.setFollow(edge(ann._id, ben._id))
    expect(await conversations.find(ben._id, ann)).toMatchObject({ canSend: true, hasPresence: false })
    await members.setBlock(edge(ben._id, ann._id))
    expect(await send()).toBe('not_mutual')
    expect(await isInNewChat()).toEqual([])
  })
})
