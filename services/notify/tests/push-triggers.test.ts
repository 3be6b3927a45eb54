import { describe, expect, it } from '@jest/globals'
import { bob, carol, shareAcrossTests } from '@meadow/testing'
import { openWithPushService } from './push-fixtures.ts'

const started = shareAcrossTests(openWithPushService)

/** Opens a device of a new member, who has written a post. */
async function setUp() {
  const notify = await started()
  const member = await notify.addMember()
  const device = await notify.openDevice(member)
  const post = await notify.addPost(member)
  const deliver = async (...events: Parameters<typeof notify.deliverEvents>) => {
    await notify.deliverEvents(...events)
    await notify.sendPushes()
  }
  const change = (settings: object) =>
    notify.as(member).put('/posts/notifications/preferences').send(settings).expect(200)
  return { ...notify, member, device, post, deliver, change, messages: notify.conversation(member, bob) }
}

const types = (device: { pushes(): { type: string }[] }) => device.pushes().map(({ type }) => type)

describe('a notification', () => {
  it('is pushed to all devices of its member, once for each trigger, however often that is delivered', async () => {
    const { device, post, deliver, member, openDevice, testEvents } = await setUp()
    const second = await openDevice(member)
    const liked = post.liked(bob)
    await deliver(liked)
    await deliver(liked, testEvents.repeat(liked))
    const push = {
      version: 1,
      type: 'like',
      tag: `like-${post._id}`,
      title: bob.fullName,
      body: 'liked your post',
      path: `/post/${post._id}`,
      icon: '',
      userId: bob._id,
      postId: post._id,
      memberId: member._id,
      hideText: false,
      actions: ['mark-read'],
      id: expect.any(String),
      at: liked.time,
    }
    expect(device.pushes()).toEqual([push])
    expect(second.pushes()).toEqual([push])
    expect(device.requests()[0]?.headers['urgency']).toBe('normal')
  })

  it('of a group is pushed again with the same tag and id', async () => {
    const { device, post, deliver } = await setUp()
    await deliver(post.liked(bob))
    await deliver(post.liked(carol))
    const [first, second] = device.pushes()
    expect(second).toMatchObject({
      ...first,
      at: expect.any(String),
      title: carol.fullName,
      userId: carol._id,
      body: 'and 1 other liked your post',
    })
  })

  it('of a mention contains the words of the comment or the post, unless the member hides them', async () => {
    const { device, deliver, testEvents, member, addPost, change } = await setUp()
    const mention = testEvents.post(bob, 'Come along, @you', '', [member])
    await deliver(mention.created)
    const other = await addPost(carol)
    await deliver(other.commented(bob, 'And you, @you?', [member]))
    await change({ hidePushText: true })
    await deliver(testEvents.post(bob, 'A secret', '', [member]).created)
    await change({ preferences: { mention: { push: false } } })
    await deliver(testEvents.post(bob, 'Not pushed', '', [member]).created)
    const path = `/post/${mention._id}`
    const actions = ['reply', 'like', 'mark-read']
    expect(device.pushes()).toMatchObject([
      {
        type: 'mention',
        body: 'mentioned you: “Come along, @you”',
        path,
        postId: mention._id,
        actions,
        title: bob.fullName,
      },
      { type: 'mention', body: 'mentioned you: “And you, @you?”', tag: `mention-${other._id}` },
      { type: 'mention', body: 'mentioned you in a post' },
    ])
    const [inPost, inComment] = device.pushes()
    expect(inPost).not.toHaveProperty('commentId')
    expect(inComment).toMatchObject({ postId: other._id, commentId: expect.any(String) })
  })

  it('of a mention in a bio leads to the profile, and offers no reply', async () => {
    const { device, deliver, testEvents, member } = await setUp()
    await deliver(testEvents.bioUpdated(bob, 'Rows with @you', [member]))
    expect(device.pushes()).toMatchObject([
      {
        type: 'mention',
        title: bob.fullName,
        body: 'mentioned you in their bio',
        path: `/profile/${bob.username}`,
        postId: null,
        userId: bob._id,
        actions: ['mark-read'],
      },
    ])
  })

  it('of each type says what happened', async () => {
    const { device, post, deliver, testEvents, member } = await setUp()
    await deliver(post.commented(bob, 'Lovely!'))
    await deliver(testEvents.followed(bob, member))
    expect(device.pushes()).toMatchObject([
      { type: 'comment', body: 'commented: “Lovely!”', actions: ['reply', 'mark-read'] },
      { type: 'follow', tag: `follow-${bob._id}`, body: 'started following you', path: '/profile/bob', postId: null },
    ])
  })

  it('is not pushed if its type is off, in the app or as a push', async () => {
    const { device, post, deliver, change, testEvents, member } = await setUp()
    await change({ preferences: { like: { push: false }, comment: { inApp: false } } })
    await deliver(post.liked(bob), post.commented(bob))
    await deliver(testEvents.followed(bob, member))
    expect(types(device)).toEqual(['follow'])
  })

  it('does not contain what was written, if the member hides it', async () => {
    const { device, post, deliver, change } = await setUp()
    await change({ hidePushText: true })
    await deliver(post.commented(bob, 'A secret'))
    expect(device.pushes()).toMatchObject([{ body: 'commented on your post', hideText: true }])
    expect(JSON.stringify(device.pushes())).not.toContain('secret')
  })

  it('is not pushed across a block, and never for an own action', async () => {
    const { device, post, deliver, testEvents, member } = await setUp()
    await deliver(testEvents.blocked(member, bob), post.liked(bob), post.liked(member), post.commented(member))
    expect(device.pushes()).toEqual([])
  })

  it('is not pushed to a member who mutes who caused it, nor is a message of theirs', async () => {
    const { device, post, deliver, testEvents, member, messages } = await setUp()
    await deliver(testEvents.muted(member, bob), post.liked(bob), post.commented(bob), messages.sent(bob))
    expect(device.pushes()).toEqual([])
    await deliver(testEvents.unmuted(member, bob), messages.sent(bob))
    expect(types(device)).toEqual(['message'])
  })

  it('of a message in a conversation that the member mutes is not queued', async () => {
    const { device, deliver, messages } = await setUp()
    await deliver(messages.sent(bob, 'text', { isMuted: true }))
    expect(device.pushes()).toEqual([])
    await deliver(messages.sent(bob, 'text', { isMuted: false }), messages.sent(bob, 'text', { isMuted: true }))
    expect(types(device)).toEqual(['message'])
  })

  it('is not pushed in the quiet hours, but a test is', async () => {
    const { device, post, deliver, change, sendPushes } = await setUp()
    const allDay = [{ from: '00:00', to: '00:00' }]
    const days = {
      monday: allDay,
      tuesday: allDay,
      wednesday: allDay,
      thursday: allDay,
      friday: allDay,
      saturday: allDay,
      sunday: allDay,
    }
    await change({ quietHours: { zone: 'Europe/Berlin', days } })
    await deliver(post.liked(bob))
    expect(device.pushes()).toEqual([])
    await device.test().expect(202)
    await sendPushes()
    expect(types(device)).toEqual(['test'])
    await change({ quietHours: { days: { ...days, sunday: [] } } }) // a Sunday
    await deliver(post.liked(carol))
    expect(types(device)).toEqual(['test', 'like'])
  })
})

describe('a message', () => {
  it('is pushed to the other member without its text, once', async () => {
    const { device, deliver, messages, member, openDevice } = await setUp()
    const sender = await openDevice(bob)
    const sent = messages.sent(bob)
    await deliver(sent, sent)
    await deliver(sent)
    const { messageId: id } = sent.data as { messageId: string }
    expect(device.pushes()).toEqual([
      {
        version: 1,
        type: 'message',
        tag: `message-${bob._id}`,
        title: bob.fullName,
        body: 'sent you a message',
        path: '/chat/bob',
        icon: '',
        id,
        userId: bob._id,
        postId: null,
        memberId: member._id,
        hideText: false,
        actions: ['reply', 'mark-read', 'like'],
        at: sent.time,
      },
    ])
    expect(sender.pushes()).toEqual([])
    await deliver(messages.sent(bob, 'image'))
    expect(device.pushes()[1]).toMatchObject({ body: 'sent you a picture' })
    await deliver(messages.sent(bob, 'voice'))
    expect(device.pushes()[2]).toMatchObject({ body: 'sent you a voice message' })
  })

  it('is not pushed if it was read, the members are blocked, or messages are off', async () => {
    const { device, deliver, messages, testEvents, member, change, conversation } = await setUp()
    await deliver(messages.sent(bob), messages.read(member, 1))
    await deliver(testEvents.blocked(bob, member), messages.sent(bob))
    await change({ preferences: { message: { push: false } } })
    await deliver(conversation(member, carol).sent(carol))
    expect(device.pushes()).toEqual([])
  })

  it('of long ago is not pushed', async () => {
    const { device, deliver, messages, clock } = await setUp()
    const sent = messages.sent(bob)
    clock.advance(86_400_000)
    await deliver(sent)
    expect(device.pushes()).toEqual([])
  })

  it('of a member whom the service does not know yet is pushed', async () => {
    const { device, deliver, conversation, member } = await setUp()
    const stranger = { ...carol, _id: '0199a000-0000-7000-8000-00000000abcd', username: 'new_one', fullName: 'New One' }
    await deliver(conversation(member, stranger).sent(stranger))
    expect(device.pushes()).toMatchObject([{ title: 'New One' }])
  })
})

describe('what was read', () => {
  it('is closed on all devices that may show it, with the same topic and low urgency', async () => {
    const { device, deliver, messages, member } = await setUp()
    await deliver(messages.sent(bob))
    const read = messages.read(member, 1)
    await deliver(read)
    await deliver(messages.read(member, 1))
    const tag = `message-${bob._id}`
    expect(device.pushes().slice(1)).toEqual([
      { version: 1, type: 'close', tags: [tag], memberId: member._id, at: read.time },
    ])
    const [shown, closed] = device.requests().map(({ headers }) => headers)
    expect(closed).toMatchObject({ urgency: 'low', topic: shown?.['topic'] })
  })

  it('is not closed before it is read: a newer message stays', async () => {
    const { device, deliver, messages, member } = await setUp()
    await deliver(messages.sent(bob), messages.sent(bob))
    await deliver(messages.read(member, 1))
    expect(types(device)).toEqual(['message'])
    await deliver(messages.read(member, 2))
    expect(types(device)).toEqual(['message', 'close'])
  })

  it('makes no push if no device shows it', async () => {
    const { device, deliver, messages, member, deliverEvents, sendPushes } = await setUp()
    await deliverEvents(messages.sent(bob))
    await deliverEvents(messages.read(member, 1))
    await sendPushes()
    await deliver(messages.read(member, 1))
    expect(device.pushes()).toEqual([])
  })

  it('is shown again when something new happens', async () => {
    const { device, deliver, messages, member } = await setUp()
    await deliver(messages.sent(bob))
    await deliver(messages.read(member, 1))
    await deliver(messages.sent(bob))
    await deliver(messages.read(member, 2))
    expect(types(device)).toEqual(['message', 'close', 'message', 'close'])
  })

  it('closes a notification by its id, and others up to a time by one push', async () => {
    const { device, deliver, post, as, member, sendPushes, testEvents } = await setUp()
    await deliver(post.liked(bob))
    await deliver(post.commented(bob))
    await deliver(testEvents.followed(bob, member))
    const me = as(member)
    const [follow, comment] = await me.notifications()
    await me.read({ _id: comment?._id ?? '' })
    await sendPushes()
    expect(device.pushes().at(-1)).toMatchObject({ type: 'close', tags: [`comment-${post._id}`] })
    await me.readAll({ types: ['like'], before: follow?.updatedAt })
    await sendPushes()
    expect(device.pushes().at(-1)).toMatchObject({ type: 'close', tags: [`like-${post._id}`] })
    await deliver(post.liked(carol))
    await me.readAll()
    await sendPushes()
    const tags = [`follow-${bob._id}`, `like-${post._id}`]
    const last = device.pushes().at(-1)
    expect(last?.type === 'close' && last.tags.toSorted()).toEqual(tags)
    expect(device.pushes()).toHaveLength(7)
  })

  it('closes what was removed: a deleted message, a withdrawn like', async () => {
    const { device, deliver, messages, post } = await setUp()
    const sent = messages.sent(bob)
    await deliver(sent, post.liked(carol))
    await deliver(messages.deleted(bob, sent), post.unliked(carol))
    const closed = device.pushes().flatMap((push) => (push.type === 'close' ? push.tags : []))
    expect(closed.toSorted()).toEqual([`like-${post._id}`, `message-${bob._id}`])
  })

  it('is not closed where the push service ends subscriptions that show nothing', async () => {
    const { deliver, messages, member, pool, device } = await setUp()
    await deliver(messages.sent(bob))
    await pool.query(`update push_subscriptions set endpoint = 'https://web.push.apple.com/x' where session_id = $1`, [
      device.sid,
    ])
    await deliver(messages.read(member, 1))
    const { rowCount } = await pool.query(
      'select from pushes p join push_subscriptions s on s.id = p.subscription_id where s.session_id = $1',
      [device.sid],
    )
    expect(rowCount).toBe(0)
  })

  it('does not concern the devices of the other member', async () => {
    const { deliver, messages, openDevice } = await setUp()
    const other = await openDevice(bob)
    await deliver(messages.sent(bob))
    await deliver(messages.read(bob, 1))
    expect(other.pushes()).toEqual([])
  })
})
