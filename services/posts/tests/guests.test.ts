import { describe, expect, it } from '@jest/globals'
import type { PostView } from '@meadow/contracts'
import { alice, bob, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(() => openPosts({ allowsGuests: true }))

async function asGuest(path: string) {
  const { app } = await getPosts()
  return request(app).get(path)
}

describe('a guest', () => {
  it.each(['discover', 'all'])('reads the posts of all members, newest first, in the scope %s', async (scope) => {
    const { addPost } = await getPosts()
    await addPost({ by: bob })
    const [older, newer] = [await addPost({ by: alice }), await addPost({ by: bob })]
    const { status, body, headers } = await asGuest(`/posts?scope=${scope}&limit=2`)
    expect({ status, ids: body.posts.map(({ _id }: PostView) => _id) }).toEqual({
      status: 200,
      ids: [newer._id, older._id],
    })
    expect(headers['cache-control']).toBe('no-store')
    const next = await asGuest(`/posts?scope=${scope}&limit=2&cursor=${body.nextCursor}`)
    expect(next.status).toBe(200)
  })

  it('learns neither who likes a post nor any relation of members', async () => {
    const { as, addPost, addComment, follow, block, addMember } = await getPosts()
    const dave = await addMember()
    const post = await addPost({ by: dave })
    await addComment(post, alice, 'Lovely!')
    await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
    await follow(alice, dave)
    await block(bob, dave)
    const { body } = await asGuest(`/posts/${post._id}`)
    expect(body).toMatchObject({ likesCount: 1, likes: [], viewerLiked: false, user: { isFollowing: false } })
    expect(body.comments).toMatchObject([{ text: 'Lovely!', user: { isFollowing: false } }])
    const comments = await asGuest(`/posts/${post._id}/comments`)
    expect(comments).toMatchObject({ status: 200, body: { comments: [{ text: 'Lovely!' }] } })
    const posts = await asGuest(`/posts/user/${dave.username}`)
    expect(posts).toMatchObject({ status: 200, body: { posts: [{ _id: post._id, likes: [], viewerLiked: false }] } })
    expect(await asGuest(`/posts/user/${dave.username}?filter=liked`)).toMatchObject({
      status: 200,
      body: { posts: [] },
    })
  })

  it('sees nothing of members who are deactivated', async () => {
    const { addMember, addPost, addComment, members } = await getPosts()
    const dave = await addMember()
    const [own, other] = [await addPost({ by: dave }), await addPost({ by: alice })]
    await addComment(other, dave, 'Of a deactivated member')
    await members.applyAccount({ _id: dave._id, accountVersion: 2, state: 'deactivated' })
    for (const path of [`/posts/${own._id}`, `/posts/${own._id}/comments`, `/posts/user/${dave.username}`])
      expect(await asGuest(path)).toMatchObject({ status: 404 })
    expect((await asGuest('/posts?scope=all')).text).not.toContain(own._id)
    for (const path of [`/posts/${other._id}`, `/posts/${other._id}/comments`])
      expect((await asGuest(path)).text).not.toContain('Of a deactivated member')
  })

  it('gets 401 for what is for members, and with a token that is refused', async () => {
    const { app, addPost } = await getPosts()
    const { _id } = await addPost({ by: alice })
    for (const path of ['/posts', '/posts?scope=following', `/posts?ids=${_id}`, `/posts?scope=all&ids=${_id}`])
      expect(await asGuest(path)).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    for (const path of [
      '/posts?scope=all',
      `/posts/${_id}`,
      `/posts/${_id}/comments`,
      `/posts/user/${alice.username}`,
    ]) {
      const refused = await request(app).get(path).set('Authorization', 'Bearer nonsense')
      expect(refused).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
    }
    for (const path of [`/posts/${_id}/like`, `/posts/${_id}/comments`])
      expect(await request(app).post(path).send({ text: 'x' })).toMatchObject({ status: 401 })
  })

  it('reads nothing while guest mode is off', async () => {
    await using closed = await openPosts()
    const { _id } = await closed.addPost({ by: alice })
    for (const path of [
      '/posts?scope=discover',
      `/posts/${_id}`,
      `/posts/${_id}/comments`,
      `/posts/user/${alice.username}`,
    ])
      expect(await request(closed.app).get(path)).toMatchObject({ status: 401, body: { code: 'token_missing' } })
  })
})
