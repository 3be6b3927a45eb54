import { describe, expect, it } from '@jest/globals'
import { events, serverToClientMessages } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { alice, bob, carol, eventually, shareAcrossTests } from '@meadow/testing'
import { type SocketClient, startChat } from './chat-harness.ts'
import { createPostId, testEvents } from './chat-test-events.ts'

const chat = shareAcrossTests(() => startChat())

/** Returns the revisions of a post that a client has received. */
const revsOf = (client: SocketClient, postId: string) =>
  client
    .received('postUpdated')
    .filter(({ _id }) => _id === postId)
    .map(({ rev }) => rev)

describe('a changed post', () => {
  it('is pushed to sockets that watch it and to sockets that never watched any, as its contract says', async () => {
    const { connect, bus, relations, waitUntilPushed } = await chat()
    await relations.addMember(carol, true)
    const [watching, elsewhere, unaware] = await Promise.all([connect(bob), connect(bob), connect(bob)])
    const postId = createPostId()
    await watching.emit('watch', { postIds: [postId] })
    await elsewhere.emit('watch', { postIds: [createPostId()] })
    await bus.publish([
      testEvents.postLiked(postId, alice, bob, { rev: 2, likes: [bob._id], comments: [{ by: carol, text: 'Hi' }] }),
    ])
    await waitUntilPushed(elsewhere, bob)
    await eventually(() => {
      for (const client of [watching, unaware]) expect(revsOf(client, postId)).toEqual([2])
    })
    expect(revsOf(elsewhere, postId)).toEqual([])
    const [updated] = watching.received('postUpdated')
    expect(serverToClientMessages.postUpdated.payload.parse(updated)).toMatchObject({
      _id: postId,
      likes: [bob._id],
      likesCount: 1,
      commentsCount: 1,
      actorId: bob._id,
      comments: [{ text: 'Hi', user: { _id: carol._id, username: 'carol', isVerified: true } }],
    })
    expect(updated?.comments[0]?.user).not.toHaveProperty('isFollowing')
  })

  it('is not pushed after unwatch, and neither are other posts', async () => {
    const { connect, bus, waitUntilPushed } = await chat()
    const client = await connect(bob)
    const postId = createPostId()
    await client.emit('watch', { postIds: [postId] })
    await client.emit('unwatch', { postIds: [postId] })
    await bus.publish([
      testEvents.postLiked(postId, alice, bob, { rev: 2 }),
      testEvents.postLiked(createPostId(), alice, bob, { rev: 2 }),
    ])
    await waitUntilPushed(client, bob)
    expect(client.received('postUpdated')).toEqual([])
  })

  it('is pushed at most ten times per second, the latest state in the end', async () => {
    const { connect, bus } = await chat()
    const client = await connect(bob)
    const postId = createPostId()
    const startedAt = performance.now()
    for (let rev = 1; rev <= 500; rev += 50) {
      await bus.publish(
        Array.from({ length: 50 }, (_none, index) => testEvents.postLiked(postId, alice, bob, { rev: rev + index })),
      )
    }
    await eventually(() => expect(revsOf(client, postId).at(-1)).toBe(500))
    const revs = revsOf(client, postId)
    expect(revs.length).toBeLessThanOrEqual((performance.now() - startedAt) / 100 + 1)
    expect(revs).toEqual(revs.toSorted((a, b) => a - b))
  })

  it('is not pushed for old events or after its deletion', async () => {
    const { connect, bus, waitUntilPushed } = await chat()
    const client = await connect(bob)
    const [old, deletedId] = [createPostId(), createPostId()]
    await bus.publish([
      testEvents.postLiked(old, alice, bob, { rev: 2, time: new Date(Date.now() - 61_000) }),
      ...[1, 2, 3].map((rev) => testEvents.postLiked(deletedId, alice, bob, { rev })),
      testEvents.postDeleted(deletedId, alice),
    ])
    await waitUntilPushed(client, bob)
    await eventually(() => expect(client.received('postDeleted')).toContainEqual({ postId: deletedId }))
    expect(revsOf(client, old)).toEqual([])
    expect(revsOf(client, deletedId)).not.toContain(3)
  })

  it('leaves all pages when moderators hide it, and a comment that they hide leaves it, by nobody', async () => {
    const { connect, bus, waitUntilPushed } = await chat()
    const client = await connect(bob)
    const [hiddenId, postId] = [createPostId(), createPostId()]
    await bus.publish([
      testEvents.postHidden(hiddenId, alice),
      testEvents.commentHidden(postId, alice, { rev: 3, comments: [{ by: carol, text: 'A fern' }] }),
    ])
    await waitUntilPushed(client, bob)
    await eventually(() => {
      expect(client.received('postDeleted')).toContainEqual({ postId: hiddenId })
      expect(client.received('postUpdated').filter(({ _id }) => _id === postId)).toMatchObject([
        { rev: 3, commentsCount: 1, comments: [{ text: 'A fern' }] },
      ])
    })
    const actors = client.received('postUpdated').map(({ actorId }) => actorId)
    for (const { _id } of [alice, bob, carol]) expect(actors.slice(-1)).not.toContain(_id)
  })

  it('is not pushed across a block with its author, and without comments of blocked members', async () => {
    const { connect, bus, relations, waitUntilPushed } = await chat()
    const [erin, frank] = [
      { ...alice, _id: createPostId(), username: 'erin' },
      { ...alice, _id: createPostId(), username: 'frank' },
    ]
    await relations.block(erin, alice)
    await relations.block(carol, frank)
    const [blocked, unrelated, other] = await Promise.all([connect(erin), connect(frank), connect(bob)])
    const postId = createPostId()
    const comments = [carol, bob].map((by) => ({ by, text: by.username }))
    await bus.publish([testEvents.postLiked(postId, alice, bob, { rev: 2, comments })])
    await waitUntilPushed(blocked, erin)
    await eventually(() => {
      expect(other.received('postUpdated')[0]?.comments.map(({ text }) => text)).toEqual(['carol', 'bob'])
      expect(unrelated.received('postUpdated')[0]?.comments.map(({ text }) => text)).toEqual(['bob'])
    })
    expect(unrelated.received('postUpdated')[0]?.commentsCount).toBe(2)
    expect(blocked.received('postUpdated')).toEqual([])
  })

  it('has no comment that is pushed across a block, with its author or that of the post, or to who mutes its author', async () => {
    const { connect, bus, relations } = await chat()
    const viewers = ['blocked by the author', 'blocks the commenter', 'mutes the commenter', 'unrelated'].map(
      (username) => ({
        ...alice,
        _id: createPostId(),
        username,
      }),
    )
    const [blocked, blocking, muting] = viewers as [typeof alice, typeof alice, typeof alice]
    await relations.block(alice, blocked)
    await relations.block(blocking, carol)
    await relations.mute(muting, carol)
    const clients = await Promise.all(viewers.map((viewer) => connect(viewer)))
    const [subject, commentId, time] = [createPostId(), createPostId(), new Date()]
    const view = { likes: [], likesCount: 0, comments: [], commentsCount: 1 }
    const data = {
      authorId: alice._id,
      view,
      rev: 3,
      commentId,
      commentAuthorId: carol._id,
      text: 'Edited',
      excerpt: 'Edited',
    }
    const envelope = { source: 'posts', subject, id: createPostId(), time } as const
    await bus.publish([
      createEvent(events.commentEdited, { ...envelope, data: { ...data, editedAt: time.toISOString() } }),
    ])
    const listReceivers = () =>
      clients.flatMap((client, at) => {
        const isReceived = client.received('commentUpdated').some((push) => push.commentId === commentId)
        return isReceived ? [viewers[at]?.username] : []
      })
    await eventually(() => expect(listReceivers()).toContain('unrelated'))
    expect(listReceivers()).toEqual(['unrelated'])
  })

  it('is pushed with the comment of a private member to the author of the post, who does not follow them, and to no stranger', async () => {
    const { connect, bus, relations } = await chat()
    const [host, shy] = [
      { ...alice, _id: createPostId(), username: 'host' },
      { ...alice, _id: createPostId(), username: 'shy' },
    ]
    await relations.addMember(shy)
    await relations.setPrivate(shy, true)
    const [toHost, toStranger] = await Promise.all([connect(host), connect(bob)])
    const postId = createPostId()
    await bus.publish([testEvents.postLiked(postId, host, bob, { rev: 2, comments: [{ by: shy, text: 'Hi' }] })])
    const commentsOf = (client: typeof toHost) =>
      client
        .received('postUpdated')
        .find(({ _id }) => _id === postId)
        ?.comments.map(({ text }) => text)
    await eventually(() => expect([commentsOf(toHost), commentsOf(toStranger)]).toEqual([['Hi'], []]))
  })

  it('is pushed without comments of members whom the receiver mutes, from the moment of the mute on', async () => {
    const { connect, bus, relations } = await chat()
    const [gina, hugo] = [
      { ...alice, _id: createPostId(), username: 'gina' },
      { ...alice, _id: createPostId(), username: 'hugo' },
    ]
    const [client, mutedClient] = await Promise.all([connect(gina), connect(hugo)])
    const postId = createPostId()
    const publish = (rev: number, author = alice) => {
      const comments = [hugo, bob].map((by) => ({ by, text: by.username }))
      return bus.publish([testEvents.postLiked(postId, author, bob, { rev, comments })])
    }
    const textsOf = ({ received }: SocketClient, wanted: number) =>
      received('postUpdated')
        .find(({ _id, rev }) => _id === postId && rev === wanted)
        ?.comments.map(({ text }) => text)
    await publish(2)
    await eventually(() => expect(textsOf(client, 2)).toEqual(['hugo', 'bob']))
    await relations.mute(gina, hugo)
    await publish(3)
    await eventually(() => expect(textsOf(client, 3)).toEqual(['bob']))
    await eventually(() => expect(textsOf(mutedClient, 3)).toEqual(['hugo', 'bob']))
    await publish(4, hugo)
    await eventually(() => expect(textsOf(client, 4)).toEqual(['hugo', 'bob'])) // the muted member's own post
    await relations.mute(gina, hugo, new Date(Date.now() - 1))
    await publish(5)
    await eventually(() => expect(textsOf(client, 5)).toEqual(['hugo', 'bob']))
  })
})

describe('an update of a post by a private member', () => {
  it('is pushed to followers and the member only, and so are the comments of a private member', async () => {
    const { connect, bus, relations, waitUntilPushed } = await chat()
    const [owner, follower, stranger] = ['gwen', 'hugo', 'ida'].map((username) => ({
      ...alice,
      _id: createPostId(),
      username,
    })) as [typeof alice, typeof alice, typeof alice]
    for (const member of [owner, follower, stranger]) await relations.addMember(member)
    await relations.setPrivate(owner, true)
    await relations.follow(follower, owner)
    const [own, following, other] = await Promise.all([connect(owner), connect(follower), connect(stranger)])
    const [ofOwner, ofBob] = [createPostId(), createPostId()]
    const comments = [{ by: owner, text: 'private' }]
    await bus.publish([
      testEvents.postLiked(ofOwner, owner, bob, { rev: 2 }),
      testEvents.postLiked(ofBob, bob, alice, { rev: 2, comments }),
    ])
    await waitUntilPushed(other, stranger)
    for (const client of [own, following]) {
      await eventually(() => expect(client.received('postUpdated').map(({ _id }) => _id)).toContain(ofOwner))
      await eventually(() =>
        expect(client.received('postUpdated').find(({ _id }) => _id === ofBob)?.comments).toHaveLength(1),
      )
    }
    await eventually(() =>
      expect(other.received('postUpdated')).toMatchObject([
        { _id: ofBob, comments: [], likesCount: expect.anything() },
      ]),
    )
  })
})

describe('a new post', () => {
  it("is pushed to those of its author's followers only who do not mute the author", async () => {
    const { connect, bus, relations, waitUntilPushed } = await chat()
    const dora = { ...alice, _id: createPostId(), username: 'dora' }
    await relations.follow(bob, dora)
    await relations.follow(carol, dora)
    await relations.block(dora, carol)
    const erik = { ...alice, _id: createPostId(), username: 'erik' }
    await relations.follow(erik, dora)
    await relations.mute(erik, dora)
    const [follower, blocked, stranger, muting] = await Promise.all([
      connect(bob),
      connect(carol),
      connect(alice),
      connect(erik),
    ])
    const postId = createPostId()
    await bus.publish([testEvents.postCreated(postId, dora)])
    await waitUntilPushed(stranger, alice)
    await eventually(() => expect(follower.received('postCreated')).toEqual([{ postId, authorId: dora._id }]))
    for (const client of [blocked, stranger, muting]) expect(client.received('postCreated')).toEqual([])
  })
})
