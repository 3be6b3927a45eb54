import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, shareAcrossTests, type TestMember } from '@meadow/testing'
import { toLikeEvent } from '../src/likes/like.ts'
import { actorOf, aStranger, startPosts, unknownId } from './fixtures.ts'

const started = shareAcrossTests(startPosts)

describe('POST /posts/:id/like', () => {
  it('makes the wanted state, and announces it once', async () => {
    const { as, given, facts } = await started()
    const post = await given.post({ by: alice })
    const like = (state: boolean) => as(bob).post(`/posts/${post._id}/like`).send({ state })
    const liked = { liked: true, likesCount: 1, post: { _id: post._id, likes: [bob._id], viewerLiked: true, rev: 2 } }
    expect((await like(true)).body).toMatchObject(liked)
    expect((await like(true)).body).toMatchObject(liked)
    const unliked = { liked: false, likesCount: 0, post: { likes: [], viewerLiked: false, rev: 3 } }
    expect((await like(false)).body).toMatchObject(unliked)
    expect((await like(false)).body).toMatchObject(unliked)
    expect((await facts(post._id)).slice(1)).toMatchObject([
      {
        type: 'post.liked',
        data: { authorId: alice._id, actor: { _id: bob._id }, rev: 2, view: { likes: [bob._id], likesCount: 1 } },
      },
      { type: 'post.unliked', data: { rev: 3, view: { likes: [], likesCount: 0, comments: [], commentsCount: 0 } } },
    ])
  })

  it('toggles when no state is wanted', async () => {
    const { as, given } = await started()
    const post = await given.post({ by: alice })
    const toggle = () => as(bob).post(`/posts/${post._id}/like`)
    expect((await toggle()).body).toMatchObject({ liked: true, likesCount: 1 })
    expect((await toggle().send({})).body).toMatchObject({ liked: false, likesCount: 0 })
  })

  it('refuses what cannot be seen, and what is no state', async () => {
    const { as, given } = await started()
    const dave = await given.member()
    const post = await given.post({ by: dave })
    await given.block(dave, carol)
    expect(await as(carol).post(`/posts/${post._id}/like`)).toMatchObject({ status: 404 })
    expect(await as(carol).post(`/posts/${unknownId}/like`)).toMatchObject({ status: 404 })
    for (const state of ['true', 1, null, [], {}])
      expect(await as(bob).post(`/posts/${post._id}/like`).send({ state })).toMatchObject({ status: 400 })
  })

  it('shows the newest 100 likers and always the viewer’s own', async () => {
    const { as, given, likes: kept, now } = await started()
    const post = await given.post({ by: alice })
    await as(bob).post(`/posts/${post._id}/like`)
    for (let made = 0; made < 110; made += 1) {
      const like = { postId: post._id, by: actorOf(aStranger()), at: now() }
      await kept.set(like, true, (liked, moved) => toLikeEvent(like, liked, moved))
    }
    const { likes } = (await as(bob).get(`/posts/${post._id}`)).body
    expect(likes).toHaveLength(101)
    expect(likes).toContain(bob._id)
    expect((await as(carol).get(`/posts/${post._id}`)).body.likes).toHaveLength(100)
  })

  it('keeps count and set equal under 50 parallel likes and toggles of 20 members', async () => {
    const { as, given, facts, behind } = await started()
    const post = await given.post({ by: alice })
    const members: TestMember[] = await Promise.all(Array.from({ length: 20 }, () => given.member()))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const call = as(members[index % 20] as TestMember).post(`/posts/${post._id}/like`)
        return index % 3 === 0 ? call.send({ state: true }) : call
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))

    const kept = await behind.count('likes', post._id)
    const { body } = await as(carol).get(`/posts/${post._id}`)
    expect(body.likesCount).toBe(kept)
    expect(new Set(body.likes).size).toBe(kept)

    const told = (await facts(post._id)).slice(1) as {
      type: string
      data: { rev: number; view: { likesCount: number } }
    }[]
    expect(told.map(({ data }) => data.rev)).toEqual(told.map((_, index) => index + 2))
    expect(body.rev).toBe(told.length + 1)
    let count = 0
    for (const { type, data } of told) {
      count += type === 'post.liked' ? 1 : -1
      expect(data.view.likesCount).toBe(count)
    }
    expect(count).toBe(kept)
  })
})
