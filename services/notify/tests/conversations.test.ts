import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { bob, carol, shareAcrossTests } from '@meadow/testing'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

/** Creates the author of a post, and a member who wrote the comment `commentId` below it, which isolates the tests. */
async function setUp() {
  const notify = await started()
  const [author, commenter] = [await notify.addMember(), await notify.addMember()]
  const post = await notify.addPost(author)
  const commentId = newId(notify.clock.now())
  const { deliverEvents, as } = notify
  return {
    ...notify,
    author,
    commenter,
    post,
    commentId,
    reply: (by: typeof author, excerpt?: string, mentioned: (typeof author)[] = []) =>
      deliverEvents(post.replied(by, commenter, { parentId: commentId, ...(excerpt && { excerpt }), mentioned })),
    like: (by: typeof author) => deliverEvents(post.commentLiked(by, commenter, commentId)),
    notifications: () => as(commenter).notifications(),
  }
}

describe('a reply', () => {
  it('notifies the member whom it answers, and the author of the post, each once', async () => {
    const { deliverEvents, testEvents, post, author, commenter, commentId, notifications, as } = await setUp()
    const reply = post.replied(bob, commenter, { parentId: commentId, excerpt: 'Me too!' })
    await deliverEvents(reply, testEvents.repeat(reply))
    expect(await notifications()).toMatchObject([
      { type: 'comment', text: 'replied: “Me too!”', from: { _id: bob._id }, commentId: reply.data.commentId },
    ])
    expect(await as(author).notifications()).toMatchObject([{ type: 'comment', text: 'commented: “Me too!”' }])
  })

  it('to a comment of the author of the post, or by the author, notifies once, and oneself never', async () => {
    const { deliverEvents, post, author, commentId, reply, notifications, as, commenter } = await setUp()
    await deliverEvents(post.replied(bob, author, { parentId: commentId }))
    expect(await as(author).notifications()).toMatchObject([{ text: 'replied: “Me too!”' }])
    await reply(author, 'By me')
    await reply(commenter, 'To myself')
    expect(await notifications()).toMatchObject([{ text: 'replied: “By me”', actorCount: 1 }])
  })

  it('that mentions the member whom it answers notifies once', async () => {
    const { reply, commenter, notifications } = await setUp()
    await reply(bob, 'Yes, @you', [commenter])
    expect(await notifications()).toMatchObject([{ type: 'comment' }])
  })

  it('joins the replies in the same conversation, and neither comments on the post nor other conversations', async () => {
    const { deliverEvents, reply, commenter, post, notifications, addPost } = await setUp()
    await reply(bob)
    await reply(carol, 'So do I')
    await deliverEvents(post.replied(bob, commenter, { parentId: newId(new Date()), excerpt: 'Elsewhere' }))
    await deliverEvents((await addPost(commenter)).commented(bob))
    expect((await notifications()).map(({ text }) => text)).toEqual([
      'commented: “Lovely!”',
      'replied: “Elsewhere”',
      'and 1 other replied: “So do I”',
    ])
  })

  it('is told to nobody across a block or mute, nor below a post that the member cannot see, then or later', async () => {
    const { deliverEvents, testEvents, reply, author, commenter, notifications, addMember } = await setUp()
    const [blocked, muted] = [await addMember(), await addMember()]
    await deliverEvents(testEvents.blocked(commenter, blocked), testEvents.muted(commenter, muted))
    await reply(blocked)
    await reply(muted)
    await deliverEvents(testEvents.blocked(author, commenter))
    await reply(bob)
    await deliverEvents(testEvents.unblocked(author, commenter), testEvents.unblocked(commenter, blocked))
    expect(await notifications()).toEqual([])
  })

  it('is hidden while the author of the post blocks the member', async () => {
    const { deliverEvents, testEvents, reply, author, commenter, notifications } = await setUp()
    await reply(bob)
    await deliverEvents(testEvents.blocked(author, commenter))
    expect(await notifications()).toEqual([])
    await deliverEvents(testEvents.unblocked(author, commenter))
    expect(await notifications()).toHaveLength(1)
  })

  it('loses its words when the comment to which it replies is hidden', async () => {
    const { deliverEvents, reply, post, commentId, author, as, notifications } = await setUp()
    await reply(bob, 'Words')
    await deliverEvents(post.commentHidden(commentId))
    expect(await notifications()).toMatchObject([{ text: 'replied to your comment' }])
    expect(await as(author).notifications()).toMatchObject([{ text: 'commented on your post' }])
  })
})

describe('a like of a comment', () => {
  it('notifies the author of the comment, with a link to it, and joins other likes of it', async () => {
    const { like, deliverEvents, post, commentId, commenter, author, notifications, as } = await setUp()
    await like(bob)
    await like(carol)
    await like(commenter)
    expect(await notifications()).toMatchObject([
      { type: 'like', text: 'and 1 other liked your comment', commentId, post: { _id: post._id } },
    ])
    await deliverEvents(post.liked(bob))
    expect(await as(author).notifications()).toMatchObject([
      { text: 'liked your post', actorCount: 1, commentId: null },
    ])
  })

  it('is separate from likes of the post, also for the author of both', async () => {
    const { deliverEvents, author, post, commentId, as } = await setUp()
    await deliverEvents(post.liked(bob), post.commentLiked(bob, author, commentId))
    expect((await as(author).notifications()).map(({ text }) => text)).toEqual([
      'liked your comment',
      'liked your post',
    ])
    await deliverEvents(post.commentUnliked(bob, author, commentId))
    expect((await as(author).notifications()).map(({ text }) => text)).toEqual(['liked your post'])
    await deliverEvents(post.commentLiked(carol, author, commentId), post.unliked(bob))
    expect((await as(author).notifications()).map(({ text }) => text)).toEqual(['liked your comment'])
  })

  it('is told once, also when its event comes again', async () => {
    const { deliverEvents, testEvents, post, commenter, commentId, publishedEvents } = await setUp()
    const liked = post.commentLiked(bob, commenter, commentId)
    await deliverEvents(liked, testEvents.repeat(liked))
    expect((await publishedEvents(commenter)).map(({ type }) => type)).toEqual(['notification.created'])
  })
})

describe('a deleted comment', () => {
  it('takes the notifications of its likes and replies with it, and the words of the replies from those of others', async () => {
    const { deliverEvents, reply, like, post, commenter, commentId, author, as, notifications } = await setUp()
    await like(carol)
    await reply(bob, 'Words')
    await deliverEvents(post.commentDeleted(commenter, commentId))
    expect(await notifications()).toEqual([])
    expect(await as(commenter).unread()).toBe(0)
    expect(await as(author).notifications()).toMatchObject([{ text: 'commented on your post' }])
  })
})
