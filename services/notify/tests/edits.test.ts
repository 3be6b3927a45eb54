import { describe, expect, it } from '@jest/globals'
import { createTestMember, shareAcrossTests } from '@meadow/testing'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

async function setUp() {
  const notify = await started()
  const [author, commenter] = [await notify.addMember(createTestMember()), await notify.addMember(createTestMember())]
  const post = await notify.addPost(author, 'Moss is blue')
  return { ...notify, author, commenter, post, notifications: () => notify.as(commenter).notifications() }
}

describe('an edit of a post', () => {
  it('tells those who commented, once, with the new text', async () => {
    const { deliverEvents, post, author, commenter, notifications } = await setUp()
    const edited = post.edited(author, { excerpt: 'Moss is green', participants: [commenter] })
    await deliverEvents(edited)
    await deliverEvents(edited)
    expect(await notifications()).toMatchObject([
      {
        type: 'other',
        kind: 'post_edited',
        from: { _id: author._id },
        text: 'edited a post that you commented on',
        post: { _id: post._id, content: 'Moss is green' },
      },
    ])
  })

  it('joins the unread notification of an earlier edit', async () => {
    const { deliverEvents, post, author, commenter, notifications } = await setUp()
    for (const excerpt of ['Moss', 'Green moss'])
      await deliverEvents(post.edited(author, { excerpt, participants: [commenter] }))
    expect(await notifications()).toMatchObject([{ kind: 'post_edited', post: { content: 'Green moss' } }])
  })

  it('shows the new text in earlier notifications, too, and never an older one', async () => {
    const { deliverEvents, post, author, commenter, as } = await setUp()
    const [first, second] = [post.edited(author, { excerpt: 'First' }), post.edited(author, { excerpt: 'Second' })]
    await deliverEvents(post.liked(commenter))
    await deliverEvents(second)
    await deliverEvents(first)
    expect(await as(author).notifications()).toMatchObject([{ type: 'like', post: { content: 'Second' } }])
  })

  it('does not tell those who can no longer see the post, and mentions those whom the text now names', async () => {
    const { deliverEvents, testEvents, post, author, commenter, notifications, addMember, as } = await setUp()
    const mentioned = await addMember(createTestMember())
    await deliverEvents(testEvents.blocked(author, commenter))
    await deliverEvents(post.edited(author, { participants: [commenter, mentioned], mentioned: [mentioned] }))
    expect(await notifications()).toEqual([])
    expect(await as(mentioned).notifications()).toMatchObject([{ type: 'mention', from: { _id: author._id } }])
  })

  it('of a deleted post tells nobody', async () => {
    const { deliverEvents, post, author, commenter, notifications } = await setUp()
    const edited = post.edited(author, { participants: [commenter] })
    await deliverEvents(post.deleted())
    await deliverEvents(edited)
    expect(await notifications()).toEqual([])
  })
})
