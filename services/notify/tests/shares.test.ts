import { describe, expect, it } from '@jest/globals'
import { bob, carol, shareAcrossTests } from '@meadow/testing'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

/** Creates a separate author for each test, which isolates the tests. */
async function setUp() {
  const notify = await started()
  const author = await notify.addMember()
  return { ...notify, author, notifications: () => notify.as(author).notifications() }
}

describe('a share', () => {
  it('notifies the author of the original, once, and joins the shares of others', async () => {
    const { deliverEvents, addPost, as, author } = await setUp()
    const post = await addPost(author, 'The pond')
    const shared = post.shared(bob)
    for (const event of [shared, shared, post.liked(bob), post.shared(carol)]) await deliverEvents(event)
    const { notifications, counts } = await as(author).list()
    expect(notifications).toMatchObject([
      {
        type: 'share',
        text: 'and 1 other shared your post',
        actorCount: 2,
        post: { _id: post._id, content: 'The pond' },
      },
      { type: 'like' },
    ])
    expect(counts).toMatchObject({ all: 2, share: 1 })
  })

  it('with a comment shows its words, and is not told twice if it mentions the author', async () => {
    const { deliverEvents, addPost, author, notifications } = await setUp()
    const post = await addPost(author)
    await deliverEvents(post.shared(bob, 'Look at this'))
    expect(await notifications()).toMatchObject([{ text: 'shared your post: “Look at this”' }])
    const other = await addPost(author)
    await deliverEvents(other.shared(bob, 'Well done', [author]))
    expect(await notifications()).toHaveLength(1)
  })

  it('that ends takes its notification back, and a late share does not notify', async () => {
    const { deliverEvents, addPost, author, notifications } = await setUp()
    const post = await addPost(author)
    const [shared, unshared] = [post.shared(bob), post.unshared(bob)]
    await deliverEvents(shared)
    await deliverEvents(unshared)
    expect(await notifications()).toEqual([])
    await deliverEvents(shared)
    expect(await notifications()).toEqual([])
  })

  it('of an own post, across a mute or a block, or of a deleted post notifies nobody', async () => {
    const { deliverEvents, addMember, addPost, author, notifications, relations, pool } = await setUp()
    const post = await addPost(author)
    await deliverEvents(post.shared(author))
    const [muted, blocked] = [await addMember(), await addMember()]
    await relations.mute(author, muted)
    await relations.block(author, blocked)
    for (const by of [muted, blocked]) await deliverEvents(post.shared(by))
    await deliverEvents(post.deleted())
    await deliverEvents(post.shared(bob))
    expect(await notifications()).toEqual([])
    expect((await pool.query('select from known_shares where post_id = $1', [post._id])).rowCount).toBe(0)
  })
})
