import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { createReportDecidedHandler, onReportFiled } from '../src/reports/reported-message.ts'
import type { ChatStorePorts } from '../src/store.ts'
import { addMutualFollowers, createNewMessage, openableStores } from './chat-test-stores.ts'

/** Creates the decision of moderators to remove a message of `other`, and its handler with what it pushes. */
function decideRemoval(ports: ChatStorePorts, one: TestMember, other: TestMember, targetId: string) {
  const pushed: string[] = []
  const handler = createReportDecidedHandler({
    messages: ports.messages,
    groups: ports.groups,
    conversations: ports.conversations,
    push: async ({ name }) => void pushed.push(name),
    wakeMediaCleanup: () => undefined,
    now: () => new Date(),
    newId,
  })
  const decided = createEvent(events.reportDecided, {
    source: 'social',
    subject: randomUUID(),
    id: newId(new Date()),
    time: new Date(),
    data: {
      kind: 'message',
      targetId,
      reporterId: one._id,
      reportedId: other._id,
      decision: 'remove',
      rule: '',
      decidedBy: one._id,
    },
  })
  return { pushed, handler, decided }
}

describeOnEachEngine(await openableStores(), (open) => {
  const opened = shareAcrossTests(open)

  async function setUp() {
    const { ports, publishedEvents, addGroup } = await opened()
    const [one, other] = await addMutualFollowers(ports)
    const send = async (by: TestMember, content: string) => {
      const to = by === one ? other : one
      const sent = createNewMessage({ content, createdAt: new Date(), eventId: newId(new Date()) })
      return (await ports.messages.send(sent, { ...by, profileVersion: 0 }, { otherId: to._id })).message
    }
    const sendLine = async (by: TestMember) => {
      const system = { event: 'disappearing' as const, disappearAfter: 86_400 as const }
      const line = createNewMessage({ content: '', messageType: 'system', system })
      const to = by === one ? other : one
      return (await ports.messages.send(line, { ...by, profileVersion: 0 }, { otherId: to._id })).message
    }
    const groupId = await addGroup([one, other])
    const sendToGroup = async (by: TestMember, content: string) =>
      (
        await ports.messages.send(
          createNewMessage({ content }),
          { ...by, profileVersion: 0 },
          { conversationId: groupId },
        )
      ).message
    /** Delivers the report of a message twice. Returns the answers. */
    const report = async (by: TestMember, targetId: string, kind: 'message' | 'post' = 'message') => {
      const filed = createEvent(events.reportFiled, {
        source: 'social',
        subject: randomUUID(),
        id: newId(new Date()),
        time: new Date(),
        data: { kind, targetId, reporterId: by._id },
      })
      for (const _again of [1, 2]) await deliverEvents([onReportFiled], ports.consumerStore, [filed])
      return (await publishedEvents()).filter(({ subject }) => subject === filed.subject)
    }
    return { ports, one, other, send, sendLine, sendToGroup, report }
  }

  it('a report of a message is answered once with its text and the four messages before it', async () => {
    const { one, other, send, report } = await setUp()
    for (const text of ['1', '2', '3', '4', '5']) await send(one, text)
    const { _id, createdAt } = await send(other, 'An insult')
    await send(one, 'later')
    const answers = await report(one, _id)
    expect(answers).toMatchObject([
      {
        type: 'report.evidence-frozen',
        source: 'chat',
        data: {
          kind: 'message',
          targetId: _id,
          evidence: {
            author: { _id: other._id, username: other.username },
            text: 'An insult',
            createdAt: createdAt.toISOString(),
            pictures: [],
          },
        },
      },
    ])
    const [data] = answers.map((answer) => answer.data as { evidence: { context: { text: string }[] } })
    expect(data?.evidence.context.map(({ text }) => text)).toEqual(['2', '3', '4', '5'])
  })

  it('a report of a deleted message is answered with its sender, and without its text', async () => {
    const { ports, one, other, send, report } = await setUp()
    const { _id } = await send(other, 'An insult')
    const at = new Date()
    await ports.messages.delete({ messageId: _id, by: { ...other, profileVersion: 0 }, at, eventId: newId(at) })
    expect(await report(one, _id)).toMatchObject([{ data: { evidence: { author: { _id: other._id }, text: '' } } }])
  })

  it('a report of a message of a group is answered to its members', async () => {
    const { one, other, sendToGroup, report } = await setUp()
    await sendToGroup(one, 'Before')
    const { _id } = await sendToGroup(other, 'An insult to all')
    const evidence = { text: 'An insult to all', context: [{ text: 'Before' }] }
    expect(await report(one, _id)).toMatchObject([{ data: { evidence } }])
    expect(await report(createTestMember(), _id)).toMatchObject([{ data: { evidence: null } }])
  })

  it('a report of a stranger, or of no message, is answered without evidence', async () => {
    const { one, send, report } = await setUp()
    const { _id } = await send(one, 'Between the two')
    expect(await report(createTestMember(), _id)).toMatchObject([{ data: { evidence: null } }])
    expect(await report(one, randomUUID())).toMatchObject([{ data: { evidence: null } }])
    expect(await report(one, _id, 'post')).toEqual([])
  })

  it('a message is deleted if moderators decided so, once, and both members are told', async () => {
    const { ports, one, other, send, sendToGroup } = await setUp()
    const { _id } = await send(other, 'An insult')
    const inGroup = await sendToGroup(other, 'An insult to all')
    const decisions = decideRemoval(ports, one, other, _id)
    const { pushed, handler } = decisions
    for (const decided of [
      decisions.decided,
      { ...decisions.decided, data: { ...decisions.decided.data, targetId: inGroup._id } },
    ])
      for (const id of [newId(new Date()), newId(new Date())])
        await deliverEvents([handler], ports.consumerStore, [{ ...decided, id }])
    const { messages } = await ports.history.list(one._id, other, { limit: 10, before: undefined, around: undefined })
    expect(messages).toMatchObject([{ _id, content: '', deletedAt: expect.any(Date) }])
    expect(pushed.filter((name) => name === 'messageDeleted')).toHaveLength(2)
    expect(await ports.readMessages([inGroup._id])).toMatchObject([{ content: '', deletedAt: expect.any(Date) }])
    expect(pushed.filter((name) => name === 'groupMessage')).toHaveLength(1)
  })

  it('a system line is no evidence, stands in none, and stays', async () => {
    const { ports, one, other, send, sendLine, report } = await setUp()
    await send(one, 'Hello')
    const { _id } = await sendLine(other)
    const insult = await send(other, 'An insult')
    expect(await report(one, _id)).toMatchObject([{ data: { targetId: _id, evidence: null } }])
    expect(await report(one, insult._id)).toMatchObject([{ data: { evidence: { context: [{ text: 'Hello' }] } } }])
    const { pushed, handler, decided } = decideRemoval(ports, one, other, _id)
    await deliverEvents([handler], ports.consumerStore, [decided])
    expect(pushed).toEqual([])
    expect(await ports.readMessages([_id])).toMatchObject([{ messageType: 'system', deletedAt: null }])
  })
})
