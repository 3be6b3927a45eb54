import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, shareAcrossTests } from '@meadow/testing'
import { aStranger, startPosts, unknownId } from './fixtures.ts'

const started = shareAcrossTests(startPosts)

describe('POST /posts', () => {
  it('answers the post and announces it', async () => {
    const { as, facts } = await started()
    const answer = await as(alice).post('/posts').send({ content: '  Good morning, meadow!  ' })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        user: { _id: alice._id, username: 'alice', fullName: 'Alice Meadows', avatar: '', isFollowing: false },
        content: 'Good morning, meadow!',
        image: '',
        media: null,
        rev: 1,
        likes: [],
        comments: [],
        likesCount: 0,
        commentsCount: 0,
        viewerLiked: false,
      },
    })
    expect(await facts(answer.body._id)).toMatchObject([
      {
        type: 'post.created',
        source: 'posts',
        data: { author: { _id: alice._id, username: 'alice' }, excerpt: 'Good morning, meadow!', image: '', rev: 1 },
      },
    ])
    expect((await as(bob).get(`/posts/${answer.body._id}`)).body).toEqual(answer.body)
  })

  it('takes a picture of the author by its address, and its description', async () => {
    const { as, given, facts } = await started()
    const picture = await given.picture(alice)
    const answer = await as(alice).post('/posts').send({ image: picture.secure_url, alt: ' A green field ' })
    expect(answer).toMatchObject({
      status: 201,
      body: { content: '', image: picture.secure_url, media: { ...picture, alt: 'A green field' } },
    })
    expect(await facts(answer.body._id)).toMatchObject([{ data: { excerpt: '', image: picture.secure_url } }])
    expect((await as(bob).get(`/posts/${answer.body._id}`)).body).toEqual(answer.body)
  })

  it('takes a picture by its id', async () => {
    const { as, given } = await started()
    const picture = await given.picture(alice)
    const answer = await as(alice).post('/posts').send({ content: 'Look', image: picture._id })
    expect(answer).toMatchObject({ status: 201, body: { image: picture.secure_url } })
  })

  it('refuses a picture that is not the author’s, used already, for another purpose, or unknown', async () => {
    const { as, given, allFacts } = await started()
    const [others, used, avatar] = [
      await given.picture(bob),
      await given.picture(alice),
      await given.picture(alice, 'avatar'),
    ]
    await given.post({ by: alice, image: used._id })
    const before = await allFacts()
    const images = [
      others._id,
      others.secure_url,
      used._id,
      used.secure_url,
      avatar._id,
      unknownId,
      `/media/p/${alice._id}/${'0'.repeat(32)}`,
      'https://example.org/pixel.gif',
      'javascript:alert(1)',
    ]
    for (const image of images) {
      const answer = await as(alice).post('/posts').send({ content: 'Look', image })
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', fields: { image: 'Not a picture of yours that is free' } },
      })
    }
    expect(await allFacts()).toEqual(before)
  })

  it('gives a picture to one of two posts that take it at once', async () => {
    const { as, given } = await started()
    const { _id: image } = await given.picture(alice)
    const answers = await Promise.all([1, 2, 3].map(() => as(alice).post('/posts').send({ image })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  })

  it('refuses nothing but spaces, and more than 5,000 characters', async () => {
    const { as } = await started()
    expect(await as(alice).post('/posts').send({ content: '   ' })).toMatchObject({
      status: 400,
      body: { fields: { content: 'Write something or add a picture' } },
    })
    expect(
      await as(alice)
        .post('/posts')
        .send({ content: 'x'.repeat(5_001) }),
    ).toMatchObject({
      status: 400,
      body: { fields: { content: expect.any(String) } },
    })
  })

  it('keeps markup as the text that it is', async () => {
    const { as } = await started()
    const content = '<script>alert(1)</script> & <b>bold</b> \' " %s $1'
    const answer = await as(alice).post('/posts').send({ content })
    expect(answer.body.content).toBe(content)
  })

  it('ignores what a body claims beyond text and picture', async () => {
    const { as } = await started()
    const claims = { _id: unknownId, user: { _id: bob._id }, authorId: bob._id, likesCount: 9, createdAt: '2000-01-01' }
    const { body } = await as(alice)
      .post('/posts')
      .send({ content: 'Mine', ...claims })
    expect(body).toMatchObject({ user: { _id: alice._id }, likesCount: 0 })
    expect(body._id).not.toBe(unknownId)
    expect(body.createdAt).not.toBe('2000-01-01')
  })

  it('knows who has just registered from their token, and keeps what events say of others', async () => {
    const { as, members } = await started()
    const newcomer = aStranger()
    const { body } = await as(newcomer).post('/posts').send({ content: 'First!' })
    expect((await as(bob).get(`/posts/${body._id}`)).body.user).toMatchObject({
      _id: newcomer._id,
      username: newcomer.username,
    })
    await members.applyProfile({ ...newcomer, fullName: 'Renamed', isVerified: true, profileVersion: 1 })
    await as(newcomer).post('/posts').send({ content: 'Second' })
    expect((await as(bob).get(`/posts/${body._id}`)).body.user).toMatchObject({ fullName: 'Renamed', isVerified: true })
  })

  it('refuses who has been erased', async () => {
    const { as, members, given } = await started()
    const gone = await given.member()
    await members.applyAccount({ _id: gone._id, accountVersion: 2, state: 'erased' })
    expect(await as(gone).post('/posts').send({ content: 'Boo' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })
})

describe('GET /posts/:id', () => {
  it('says whether the viewer follows and likes', async () => {
    const { as, given } = await started()
    const post = await given.post({ by: alice })
    await given.follow(bob, alice)
    await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
    expect((await as(bob).get(`/posts/${post._id}`)).body).toMatchObject({
      user: { isFollowing: true },
      viewerLiked: true,
    })
    expect((await as(carol).get(`/posts/${post._id}`)).body).toMatchObject({
      user: { isFollowing: false },
      viewerLiked: false,
      likes: [bob._id],
    })
    await given.follow(bob, alice, false)
  })

  it('does not know a post that is not there, nor one across a block or of somebody who left', async () => {
    const { as, given, members } = await started()
    const [dave, erin] = [await given.member(), await given.member()]
    const post = await given.post({ by: dave })
    const missing = { status: 404, body: { code: 'post_not_found', error: 'Post not found' } }
    expect(await as(erin).get(`/posts/${unknownId}`)).toMatchObject(missing)

    await given.block(dave, erin)
    expect(await as(erin).get(`/posts/${post._id}`)).toMatchObject(missing)
    await given.block(dave, erin, false)
    await given.block(erin, dave)
    expect(await as(erin).get(`/posts/${post._id}`)).toMatchObject(missing)
    await given.block(erin, dave, false)
    expect(await as(erin).get(`/posts/${post._id}`)).toMatchObject({ status: 200 })

    await members.applyAccount({ _id: dave._id, accountVersion: 2, state: 'deactivated' })
    expect(await as(erin).get(`/posts/${post._id}`)).toMatchObject(missing)
  })
})

describe('DELETE /posts/:id', () => {
  it('removes the post with its likes and comments, once, and announces it', async () => {
    const { as, behind, given, facts } = await started()
    const post = await given.post({ by: alice })
    await given.comment(post, bob)
    await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
    expect(await as(alice).delete(`/posts/${post._id}`)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await as(alice).delete(`/posts/${post._id}`)).toMatchObject({ status: 404 })
    expect(await as(alice).get(`/posts/${post._id}`)).toMatchObject({ status: 404 })
    const types = (await facts(post._id)).map(({ type }) => type)
    expect(types).toEqual(['post.created', 'post.commented', 'post.liked', 'post.deleted'])
    expect((await facts(post._id)).at(-1)?.data).toEqual({ authorId: alice._id, rev: 4 })
    expect([await behind.count('likes', post._id), await behind.count('comments', post._id)]).toEqual([0, 0])
  })

  it('is for the author only', async () => {
    const { as, given } = await started()
    const post = await given.post({ by: alice })
    expect(await as(bob).delete(`/posts/${post._id}`)).toMatchObject({ status: 403, body: { code: 'not_your_post' } })
    expect(await as(bob).delete(`/posts/${unknownId}`)).toMatchObject({ status: 404 })
    expect(await as(alice).get(`/posts/${post._id}`)).toMatchObject({ status: 200 })
  })
})
