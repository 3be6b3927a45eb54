import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { type CommentView, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

type Thread = Pick<CommentView, '_id' | 'text'>

describeOnEachEngine(await postsTestStores.listOpeners(), (openStore) => {
  const started = shareAcrossTests(() => openPosts({ openStore, allowsGuests: true }))

  async function openConversation() {
    const posts = await started()
    const [host, ann, ben] = [await posts.addMember(), await posts.addMember(), await posts.addMember()]
    const post = await posts.addPost({ by: host })
    const path = `/posts/${post._id}/comments`
    const comment = async (by: TestMember, text: string, parent?: Thread): Promise<CommentView> => {
      const { body } = await posts.as(by).post(path).send({ text, parentId: parent?._id }).expect(201)
      return body.comment
    }
    const list = async (by: TestMember | undefined, query = 'order=oldest'): Promise<CommentView[]> =>
      (await (by ? posts.as(by) : request(posts.app)).get(`${path}?${query}`).expect(200)).body.comments
    const count = async () => (await posts.as(host).get(`/posts/${post._id}`)).body.commentsCount
    const eventTypes = async () => (await posts.publishedEvents(post)).slice(1).map(({ type }) => type)
    return { ...posts, host, ann, ben, post, path, comment, list, count, eventTypes }
  }
  const toTexts = (comments: readonly Thread[] | undefined) => comments?.map(({ text }) => text)

  it('a reply is below its comment, and a reply to a reply too, with whom it answers', async () => {
    const { ann, ben, host, comment, list, count, publishedEvents, post } = await openConversation()
    const first = await comment(ann, 'First')
    await comment(ben, 'Second')
    const reply = await comment(ben, 'Reply', first)
    const answer = await comment(ann, 'Answer', reply)
    await comment(host, 'Third reply', first)
    expect(answer.parentId).toBe(first._id)

    const [shown, second, ...others] = await list(host)
    expect(others).toEqual([])
    expect(shown).toMatchObject({ text: 'First', repliesCount: 3, replies: [{ text: 'Reply' }, { text: 'Answer' }] })
    expect(shown?.replies?.[0]).not.toHaveProperty('replyTo')
    expect(shown?.replies?.[1]).toMatchObject({
      parentId: first._id,
      replyTo: { _id: ben._id, username: ben.username },
    })
    expect(second).toMatchObject({ text: 'Second', repliesCount: 0, replies: [] })
    expect(await count()).toBe(5)
    expect(
      (await publishedEvents(post)).filter(({ type }) => type === 'post.commented').map(({ data }) => data),
    ).toMatchObject([
      { commentId: first._id },
      {},
      { commentId: reply._id, parentId: first._id, repliedToId: ann._id },
      { commentId: answer._id, parentId: first._id, repliedToId: ben._id },
      { parentId: first._id, repliedToId: ann._id },
    ])
  })

  it('replies have pages of their own', async () => {
    const { ann, ben, path, as, comment, list } = await openConversation()
    const first = await comment(ann, 'First')
    for (const text of ['1', '2', '3', '4', '5']) await comment(ben, text, first)
    const read = async (cursor = '') =>
      (await as(ann).get(`${path}?order=oldest&limit=2&parentId=${first._id}${cursor}`).expect(200)).body
    const pages = []
    for (let page = await read(); ; page = await read(`&cursor=${page.nextCursor}`)) {
      pages.push(toTexts(page.comments))
      if (!page.hasMore) break
    }
    expect(pages).toEqual([['1', '2'], ['3', '4'], ['5']])
    expect(toTexts(await list(ann, `order=newest&parentId=${first._id}`))).toEqual(['5', '4', '3', '2', '1'])
  })

  it('nobody replies to a comment that is gone, of another post, or of somebody across a block', async () => {
    const { ann, ben, host, path, as, comment, block, addPost, addComment, count } = await openConversation()
    const first = await comment(ann, 'First')
    const reply = await comment(host, 'Reply', first)
    const elsewhere = await addComment(await addPost({ by: host }), ann, 'Elsewhere')
    await block(ann, ben)
    for (const parentId of [UNKNOWN_ID, elsewhere._id, first._id, reply._id]) {
      const response = await as(ben).post(path).send({ text: 'Hello', parentId })
      expect(response).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })
    }
    expect(await count()).toBe(2)
  })

  it('whoever does not see a comment does not see the replies to it, in lists, previews and links', async () => {
    const { ann, ben, host, path, as, comment, list, block, post } = await openConversation()
    const first = await comment(ann, 'First')
    const reply = await comment(host, 'Reply', first)
    await comment(host, 'Other')
    await block(ben, ann)
    expect(toTexts(await list(ben))).toEqual(['Other'])
    expect(await list(ben, `order=oldest&parentId=${first._id}`)).toEqual([])
    expect(toTexts((await as(ben).get(`/posts/${post._id}`)).body.comments)).toEqual(['Other'])
    for (const { _id } of [first, reply])
      expect(await as(ben).get(`${path}/${_id}`)).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })
    expect((await as(ann).get(`${path}/${reply._id}`)).body).toMatchObject({
      comment: { text: 'Reply' },
      parent: { text: 'First', repliesCount: 1, replies: [{ text: 'Reply' }] },
    })
  })

  it('whom a reply answers is not named to those who do not see that reply', async () => {
    const { ann, ben, host, comment, list, block } = await openConversation()
    const first = await comment(host, 'First')
    const reply = await comment(ann, 'Reply', first)
    await comment(host, 'Answer', reply)
    await block(ben, ann)
    const [shown] = await list(ben)
    expect(shown?.replies).toMatchObject([{ text: 'Answer' }])
    expect(JSON.stringify(shown)).not.toContain(ann.username)
  })

  it('likes count once for each member, also concurrently, and end', async () => {
    const { ann, ben, host, path, as, comment, list, post, publishedEvents } = await openConversation()
    const first = await comment(ann, 'First')
    const like = (by: TestMember, state: boolean) =>
      as(by).post(`${path}/${first._id}/like`).send({ state }).expect(200)
    await Promise.all([like(ben, true), like(ben, true), like(host, true)])
    expect(await list(ben)).toMatchObject([{ likesCount: 2, viewerLiked: true }])
    expect(await list(ann)).toMatchObject([{ likesCount: 2, viewerLiked: false }])
    expect((await as(ben).get(`/posts/${post._id}`)).body).toMatchObject({
      rev: 2,
      comments: [{ likesCount: 2, viewerLiked: true }],
    })
    expect((await like(ben, false)).body).toMatchObject({ liked: false, likesCount: 1 })
    await like(ben, false)
    const likes = (await publishedEvents(post)).filter(({ type }) => type.endsWith('liked')).map(({ data }) => data)
    expect(likes).toMatchObject([
      { rev: 2 },
      { rev: 3 },
      { rev: 4, commentAuthorId: ann._id, likesCount: 1, actor: { _id: ben._id } },
    ])
    expect(likes).toHaveLength(3)
  })

  it('an edit needs the version that it is based on, and a like does not change that', async () => {
    const { ann, ben, host, path, as, comment, list, eventTypes } = await openConversation()
    const first = await comment(ann, 'Frist')
    await as(ben).post(`${path}/${first._id}/like`).send({ state: true }).expect(200)
    const edit = (by: TestMember, text: string, editedAt: string | null) =>
      as(by).put(`${path}/${first._id}`).send({ text, editedAt })
    const { body } = await edit(ann, 'First #tag', null).expect(200)
    expect(body).toMatchObject({
      comment: { text: 'First #tag', facets: [{ tag: 'tag' }], editedAt: expect.any(String), likesCount: 1 },
      post: { rev: 3, comments: [{ text: 'First #tag' }] },
    })
    expect(await edit(ann, 'Other tab', null)).toMatchObject({ status: 409, body: { code: 'edited_elsewhere' } })
    for (const by of [ben, host])
      expect(await edit(by, 'Mine', body.comment.editedAt)).toMatchObject({
        status: 403,
        body: { code: 'not_your_comment' },
      })
    expect(await edit(ann, ' ', body.comment.editedAt)).toMatchObject({ status: 400 })
    expect(await edit(ann, 'x'.repeat(2_001), body.comment.editedAt)).toMatchObject({ status: 400 })
    expect(toTexts(await list(ben))).toEqual(['First #tag'])
    expect(await eventTypes()).toEqual(['post.commented', 'comment.liked', 'comment.edited'])
  })

  it('its author deletes a comment with the replies to it, and nobody else does', async () => {
    const { ann, ben, host, path, as, comment, list, count, post, inspect, eventTypes } = await openConversation()
    const first = await comment(ann, 'First')
    const reply = await comment(ben, 'Reply', first)
    const other = await comment(ben, 'Other')
    await as(host).post(`${path}/${reply._id}/like`).send({ state: true }).expect(200)
    for (const by of [ben, host])
      expect(await as(by).delete(`${path}/${first._id}`)).toMatchObject({
        status: 403,
        body: { code: 'not_your_comment' },
      })
    expect((await as(ann).delete(`${path}/${first._id}`).expect(200)).body.post).toMatchObject({ commentsCount: 1 })
    expect(await as(ann).delete(`${path}/${first._id}`)).toMatchObject({ status: 404 })
    expect(toTexts(await list(host))).toEqual(['Other'])
    expect(await inspect.countRows('comment_likes', post._id)).toBe(0)
    await as(ben).delete(`${path}/${other._id}`).expect(200)
    expect(await count()).toBe(0)
    expect((await eventTypes()).slice(4)).toEqual(['comment.deleted', 'comment.deleted'])
  })

  it('the author of the post hides a comment with its replies from everybody, and shows them again', async () => {
    const { ann, ben, host, path, as, comment, list, count } = await openConversation()
    const first = await comment(ann, 'First')
    const reply = await comment(ben, 'Reply', first)
    const hide = (by: TestMember, { _id }: Thread, state: boolean) => as(by).post(`${path}/${_id}/hide`).send({ state })
    for (const by of [ann, ben])
      expect(await hide(by, first, true)).toMatchObject({ status: 403, body: { code: 'not_your_post' } })
    expect(await hide(host, { _id: UNKNOWN_ID, text: '' }, true)).toMatchObject({ status: 404 })

    await hide(host, reply, true).expect(200)
    expect(await list(ben)).toMatchObject([{ text: 'First', repliesCount: 0, replies: [] }])
    await hide(host, first, true).expect(200)
    await hide(host, first, true).expect(200)
    for (const by of [ann, ben, host, undefined]) expect(await list(by)).toEqual([])
    expect(await count()).toBe(0)
    for (const call of [
      as(ann).delete(`${path}/${first._id}`),
      as(ben).post(path).send({ text: 'Hm', parentId: first._id }),
    ])
      expect(await call).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })

    await hide(host, first, false).expect(200)
    expect(await list(ben)).toMatchObject([{ text: 'First', repliesCount: 0, replies: [] }]) // the reply is hidden itself
    await hide(host, reply, false).expect(200)
    expect(await list(ben)).toMatchObject([{ text: 'First', repliesCount: 1, replies: [{ text: 'Reply' }] }])
    expect(await count()).toBe(2)
  })

  it('moderators hide a comment with its replies, whatever the author of the post decides', async () => {
    const { ann, ben, host, path, as, comment, list, deliverEvents, count } = await openConversation()
    const first = await comment(ann, 'First')
    await comment(ben, 'Reply', first)
    const toHidden = (isHidden: boolean) =>
      createEvent(events.reportContentHidden, {
        source: 'social',
        subject: randomUUID(),
        id: newId(new Date()),
        time: new Date(),
        data: { kind: 'comment', targetId: first._id, reportedId: null, isHidden },
      })
    const hideAsHost = (state: boolean) => as(host).post(`${path}/${first._id}/hide`).send({ state }).expect(200)
    await deliverEvents(toHidden(true))
    expect(await count()).toBe(0)
    await hideAsHost(false)
    expect(await list(ann)).toEqual([])
    await hideAsHost(true)
    await deliverEvents(toHidden(false))
    expect(await list(ann)).toEqual([])
    await hideAsHost(false)
    expect(await list(ann)).toMatchObject([{ text: 'First', replies: [{ text: 'Reply' }] }])
    expect(await count()).toBe(2)
  })
})
