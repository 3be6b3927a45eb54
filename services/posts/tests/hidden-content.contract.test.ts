import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

describeOnEachEngine(await postsTestStores.listOpeners(), (openStore) => {
  const started = shareAcrossTests(() => openPosts({ openStore, allowsGuests: true }))
  async function openReported() {
    const posts = await started()
    const [author, commenter, reporter] = [await posts.addMember(), await posts.addMember(), await posts.addMember()]
    return { ...posts, author, commenter, reporter }
  }
  const toHidden = (kind: 'post' | 'comment', targetId: string, isHidden: boolean) =>
    createEvent(events.reportContentHidden, {
      source: 'social',
      subject: randomUUID(),
      id: newId(new Date()),
      time: new Date(),
      data: { kind, targetId, reportedId: null, isHidden },
    })
  const toDecided = (kind: 'post' | 'comment', targetId: string, decision: 'remove' | 'dismiss', by: TestMember) =>
    createEvent(events.reportDecided, {
      source: 'social',
      subject: randomUUID(),
      id: newId(new Date()),
      time: new Date(),
      data: { kind, targetId, reporterId: by._id, reportedId: null, decision, rule: '', decidedBy: randomUUID() },
    })

  it('a post is on no read path and takes no like or comment, for its author, its followers and all others', async () => {
    const { app, as, addPost, deliverEvents, publishedEvents, relations, author, reporter } = await openReported()
    const post = await addPost({ by: author, content: 'Cheap seeds' })
    await relations.follow(reporter, author)
    await as(reporter).post(`/posts/${post._id}/like`).send({ state: true }).expect(200)
    const hide = toHidden('post', post._id, true)
    await deliverEvents(hide, hide)
    const lists = [
      '/posts?scope=following',
      '/posts?scope=all',
      '/posts?scope=discover',
      `/posts/user/${author.username}`,
    ]
    for (const path of [...lists.slice(1), `/posts/${post._id}`])
      expect((await request(app).get(path)).text).not.toContain('Cheap seeds')
    for (const by of [author, reporter]) {
      for (const path of [...lists, `/posts/user/${by.username}?filter=liked`])
        expect((await as(by).get(path)).text).not.toContain(post._id)
      const calls = [
        as(by).get(`/posts/${post._id}`),
        as(by).get(`/posts/${post._id}/comments`),
        as(by).post(`/posts/${post._id}/comments`).send({ text: 'Me, too' }),
        as(by).post(`/posts/${post._id}/like`).send({ state: true }),
        as(by).delete(`/posts/${post._id}`),
      ]
      for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
    }
    for (const [by, code] of [
      [author, 'post_hidden'],
      [reporter, 'post_not_found'],
    ] as const)
      expect((await as(by).get(`/posts/${post._id}`)).body).toMatchObject({ code })
    await deliverEvents(toDecided('post', post._id, 'dismiss', reporter))
    expect((await as(reporter).get(`/posts/${post._id}`)).body).toMatchObject({ content: 'Cheap seeds', likesCount: 1 })
    expect((await publishedEvents(post)).map(({ type }) => type)).toEqual([
      'post.created',
      'post.liked',
      'post.hidden',
      'post.shown',
    ])
  })

  it('a full page of followed posts is not cut short by hidden ones', async () => {
    const { as, addPost, deliverEvents, relations, author, reporter } = await openReported()
    await relations.follow(reporter, author)
    const posts = []
    for (let count = 0; count < 6; count += 1) posts.push(await addPost({ by: author, content: `Post ${count}` }))
    for (const { _id } of posts.slice(3)) await deliverEvents(toHidden('post', _id, true))
    const { body } = await as(reporter).get('/posts?scope=following&limit=3')
    expect(body.posts.map(({ content }: { content: string }) => content)).toEqual(['Post 2', 'Post 1', 'Post 0'])
  })

  it('a comment is neither shown nor counted until they decide', async () => {
    const { as, addPost, addComment, deliverEvents, publishedEvents, author, commenter, reporter } =
      await openReported()
    const post = await addPost({ by: author })
    await addComment(post, reporter, 'A fern')
    const comment = await addComment(post, commenter, 'An ugly fern')
    const hide = toHidden('comment', comment._id, true)
    await deliverEvents(hide, hide)
    for (const by of [author, commenter, reporter]) {
      const shown = (await as(by).get(`/posts/${post._id}`)).body
      expect(shown).toMatchObject({ commentsCount: 1, comments: [{ text: 'A fern' }] })
      expect((await as(by).get(`/posts/${post._id}/comments`)).body.comments).toMatchObject([{ text: 'A fern' }])
    }
    expect((await publishedEvents(post)).at(-1)).toMatchObject({
      type: 'post.comment-hidden',
      data: { commentId: comment._id, view: { commentsCount: 1, comments: [{ text: 'A fern' }] } },
    })
    await deliverEvents(toHidden('comment', comment._id, false))
    expect((await as(author).get(`/posts/${post._id}`)).body).toMatchObject({ commentsCount: 2 })
    await deliverEvents(hide, toDecided('comment', comment._id, 'dismiss', reporter))
    expect((await as(author).get(`/posts/${post._id}/comments`)).body.comments).toHaveLength(2)
  })

  it('a comment is removed for good, whether it was hidden before or not', async () => {
    const { as, addPost, addComment, deliverEvents, author, commenter, reporter } = await openReported()
    const post = await addPost({ by: author })
    const [first, second] = [await addComment(post, commenter, 'One'), await addComment(post, commenter, 'Two')]
    await deliverEvents(toHidden('comment', first._id, true))
    for (const { _id } of [first, second]) {
      const removal = toDecided('comment', _id, 'remove', reporter)
      await deliverEvents(removal, removal)
      await deliverEvents(toHidden('comment', _id, false))
    }
    expect((await as(author).get(`/posts/${post._id}`)).body).toMatchObject({ commentsCount: 0, comments: [] })
  })
})
