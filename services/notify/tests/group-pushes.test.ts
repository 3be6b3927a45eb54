import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { bob, carol, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openWithPushService } from './push-fixtures.ts'

const started = shareAcrossTests(openWithPushService)

/** Opens a device of a new member, with the events of a group. */
async function setUp() {
  const notify = await started()
  const { clock, testEvents } = notify
  const member = await notify.addMember()
  const device = await notify.openDevice(member)
  const deliver = async (...delivered: Parameters<typeof notify.deliverEvents>) => {
    await notify.deliverEvents(...delivered)
    await notify.sendPushes()
  }
  const groupId = newId(clock.now())
  const toActor = (by: TestMember) => ({ ...by, profileVersion: 0 })
  const sent = (by: TestMember, seq: number, recipients: readonly TestMember[] = [member]) =>
    createEvent(events.groupMessageSent, {
      ...testEvents.envelope(events.groupMessageSent, groupId),
      data: {
        messageId: newId(clock.now()),
        actor: toActor(by),
        groupId,
        groupName: 'Hikers',
        recipientIds: recipients.map(({ _id }) => _id),
        seq,
        rev: seq,
        messageType: 'text',
      },
    })
  const invited = (by: TestMember) =>
    createEvent(events.groupMembersInvited, {
      ...testEvents.envelope(events.groupMembersInvited, groupId),
      data: { actor: toActor(by), groupId, groupName: 'Hikers', memberIds: [member._id], rev: 1 },
    })
  const read = (upToSeq: number) =>
    createEvent(events.groupMessagesRead, {
      ...testEvents.envelope(events.groupMessagesRead, groupId),
      data: { readerId: member._id, groupId, upToSeq, rev: 100 },
    })
  const deleted = ({ data }: ReturnType<typeof sent>) =>
    createEvent(events.groupMessageDeleted, {
      ...testEvents.envelope(events.groupMessageDeleted, groupId),
      data: {
        messageId: (data as { messageId: string }).messageId,
        groupId,
        memberIds: [member._id, bob._id],
        rev: 101,
      },
    })
  return { ...notify, member, device, deliver, groupId, sent, invited, read, deleted }
}

describe('a message of a group', () => {
  it('is pushed once to its recipients, with the names of its sender and the group, and without its text', async () => {
    const { device, deliver, openDevice, member, groupId, sent } = await setUp()
    const [other, outside] = [await openDevice(carol), await openDevice(bob)]
    const event = sent(bob, 1, [member, carol])
    await deliver(event, event)
    await deliver(event)
    const push = {
      type: 'message',
      tag: `message-${groupId}`,
      title: `${bob.fullName} in Hikers`,
      body: 'sent a message',
      path: `/chat/group/${groupId}`,
      userId: null,
      hideText: true,
      actions: [],
    }
    expect(device.pushes()).toMatchObject([push])
    expect(other.pushes()).toMatchObject([push])
    expect(outside.pushes()).toEqual([])
  })

  it('does not name the group if the member hides what was written', async () => {
    const { device, deliver, as, member, sent, invited } = await setUp()
    await as(member).put('/posts/notifications/preferences').send({ hidePushText: true }).expect(200)
    await deliver(invited(bob))
    await deliver(sent(bob, 1))
    expect(device.pushes()).toMatchObject([
      { title: bob.fullName, body: 'invited you to a group' },
      { title: bob.fullName, body: 'sent a message to a group' },
    ])
  })

  it('is not pushed across a block, from a muted member, or if messages are off', async () => {
    const { device, deliver, as, member, testEvents, sent } = await setUp()
    await deliver(sent(bob, 1))
    await deliver(sent(carol, 2))
    expect(device.pushes()).toHaveLength(2)
    await deliver(testEvents.blocked(member, bob), sent(bob, 3))
    await deliver(testEvents.muted(member, carol), sent(carol, 4))
    await deliver(testEvents.unmuted(member, carol))
    await as(member)
      .put('/posts/notifications/preferences')
      .send({ preferences: { message: { push: false } } })
      .expect(200)
    await deliver(sent(carol, 5))
    expect(device.pushes()).toHaveLength(2)
  })

  it('is closed when it was read or deleted', async () => {
    const { device, deliver, sent, read, deleted, groupId } = await setUp()
    const [first, second] = [sent(bob, 1), sent(carol, 2)]
    await deliver(first)
    await deliver(read(1))
    await deliver(second)
    await deliver(deleted(second))
    const close = { type: 'close', tags: [`message-${groupId}`] }
    expect(device.pushes()).toMatchObject([{ type: 'message' }, close, { type: 'message' }, close])
  })
})

it('an invitation to a group is one push, which is closed by an answer', async () => {
  const { device, deliver, invited, read, groupId } = await setUp()
  const event = invited(bob)
  await deliver(event, event)
  await deliver(read(0))
  expect(device.pushes()).toMatchObject([
    { title: bob.fullName, body: 'invited you to “Hikers”', path: `/chat/group/${groupId}` },
    { type: 'close', tags: [`message-${groupId}`] },
  ])
})
