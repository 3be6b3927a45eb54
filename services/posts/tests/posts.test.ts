import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, createTestMember, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

describe('POST /posts', () => {
  it('returns the post and publishes its event', async () => {
    const { as, publishedEvents } = await getPosts()
    const response = await as(alice).post('/posts').send({ content: '  Good morning, meadow!  ' })
    expect(response).toMatchObject({
      status: 201,
      body: {
        user: { _id: alice._id, username: 'alice', fullName: 'Alice Meadows', avatar: '', isFollowing: false },
        content: 'Good morning, meadow!',
        image: '',
        media: null,
        pictures: [],
        rev: 1,
        likes: [],
        comments: [],
        likesCount: 0,
        commentsCount: 0,
        viewerLiked: false,
      },
    })
    expect(await publishedEvents(response.body)).toMatchObject([
      {
        type: 'post.created',
        source: 'posts',
        data: { author: { _id: alice._id, username: 'alice' }, excerpt: 'Good morning, meadow!', image: '', rev: 1 },
      },
    ])
    expect((await as(bob).get(`/posts/${response.body._id}`)).body).toEqual(response.body)
  })

  it('attaches a picture of the author by its URL, with its description', async () => {
    const { as, publishedEvents, uploadPicture } = await getPosts()
    const picture = await uploadPicture(alice)
    const response = await as(alice).post('/posts').send({ image: picture.secure_url, alt: ' A green field ' })
    expect(response).toMatchObject({
      status: 201,
      body: {
        content: '',
        image: picture.secure_url,
        media: { ...picture, alt: 'A green field' },
        pictures: [{ ...picture, alt: 'A green field' }],
      },
    })
    expect(await publishedEvents(response.body)).toMatchObject([{ data: { excerpt: '', image: picture.secure_url } }])
    expect((await as(bob).get(`/posts/${response.body._id}`)).body).toEqual(response.body)
  })

  it('attaches a picture by its id', async () => {
    const { as, uploadPicture } = await getPosts()
    const picture = await uploadPicture(alice)
    const response = await as(alice).post('/posts').send({ content: 'Look', image: picture._id })
    expect(response).toMatchObject({ status: 201, body: { image: picture.secure_url } })
  })

  it('attaches up to four pictures in the order of the request, each with its description', async () => {
    const { as, uploadPicture, publishedEvents } = await getPosts()
    const uploaded = [
      await uploadPicture(alice),
      await uploadPicture(alice),
      await uploadPicture(alice),
      await uploadPicture(alice),
    ]
    const pictures = uploaded
      .toReversed()
      .map((picture, index) => ({ ...picture, alt: index === 2 ? '' : `No. ${index}` }))
    const [first] = pictures
    const body = { pictures: pictures.map(({ url, alt }) => (alt ? { url, alt: ` ${alt} ` } : { url })) }
    const response = await as(alice).post('/posts').send(body)
    expect(response).toMatchObject({ status: 201, body: { image: first?.url, media: first, pictures } })
    expect(await publishedEvents(response.body)).toMatchObject([{ data: { image: first?.url } }])
    expect((await as(bob).get(`/posts/${response.body._id}`)).body).toEqual(response.body)
  })

  it('rejects five pictures, the same picture twice, one of another member, and `image` beside `pictures`', async () => {
    const { as, uploadPicture } = await getPosts()
    const [own, others] = [await uploadPicture(alice), await uploadPicture(bob)]
    const [one, other] = [{ url: own.url }, { url: others.url }]
    const unavailable = 'Choose a picture that you uploaded and have not posted yet'
    const rejected: [object, object][] = [
      [{ pictures: [one, one, one, one, one] }, { pictures: 'A post can have at most 4 pictures' }],
      [{ pictures: [one, one] }, { pictures: unavailable }],
      [{ pictures: [one, { url: own._id }] }, { pictures: unavailable }],
      [{ pictures: [one, other] }, { pictures: unavailable }],
      [{ pictures: [{ url: 'https://example.org/pixel.gif' }] }, { pictures: unavailable }],
      [{ image: own.url, pictures: [one] }, { image: 'Send `image` or `pictures`, not both' }],
    ]
    for (const [body, fields] of rejected)
      expect(await as(alice).post('/posts').send(body)).toMatchObject({ status: 400, body: { fields } })
    expect(
      await as(alice)
        .post('/posts')
        .send({ pictures: [one] }),
    ).toMatchObject({ status: 201 })
  })

  it('rejects a picture of another member, in use, for another purpose, or unknown', async () => {
    const { as, publishedEvents, uploadPicture, addPost } = await getPosts()
    const [others, used, avatar] = [
      await uploadPicture(bob),
      await uploadPicture(alice),
      await uploadPicture(alice, 'avatar'),
    ]
    await addPost({ by: alice, image: used._id })
    const before = await publishedEvents()
    const images = [
      others._id,
      others.secure_url,
      used._id,
      used.secure_url,
      avatar._id,
      UNKNOWN_ID,
      `/media/p/${alice._id}/${'0'.repeat(32)}`,
      'https://example.org/pixel.gif',
      'javascript:alert(1)',
    ]
    for (const image of images) {
      const response = await as(alice).post('/posts').send({ content: 'Look', image })
      expect(response).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_request',
          fields: { image: 'Choose a picture that you uploaded and have not posted yet' },
        },
      })
    }
    expect(await publishedEvents()).toEqual(before)
  })

  it('attaches a picture to only one of several concurrent posts', async () => {
    const { as, uploadPicture } = await getPosts()
    const { _id: image } = await uploadPicture(alice)
    const responses = await Promise.all([1, 2, 3].map(() => as(alice).post('/posts').send({ image })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  })

  it('rejects blank content and more than 5,000 characters', async () => {
    const { as } = await getPosts()
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

  it('stores markup as plain text', async () => {
    const { as } = await getPosts()
    const content = '<script>alert(1)</script> & <b>bold</b> \' " %s $1'
    const response = await as(alice).post('/posts').send({ content })
    expect(response.body.content).toBe(content)
  })

  it('ignores other fields of the body', async () => {
    const { as } = await getPosts()
    const claims = {
      _id: UNKNOWN_ID,
      user: { _id: bob._id },
      authorId: bob._id,
      likesCount: 9,
      createdAt: '2000-01-01',
    }
    const { body } = await as(alice)
      .post('/posts')
      .send({ content: 'Mine', ...claims })
    expect(body).toMatchObject({ user: { _id: alice._id }, likesCount: 0 })
    expect(body._id).not.toBe(UNKNOWN_ID)
    expect(body.createdAt).not.toBe('2000-01-01')
  })

  it('takes a new member from the token, and does not override data from events', async () => {
    const { as, members } = await getPosts()
    const newcomer = createTestMember()
    const { body } = await as(newcomer).post('/posts').send({ content: 'First!' })
    expect((await as(bob).get(`/posts/${body._id}`)).body.user).toMatchObject({
      _id: newcomer._id,
      username: newcomer.username,
    })
    await members.applyProfile({ ...newcomer, fullName: 'Renamed', isVerified: true, profileVersion: 1 })
    await as(newcomer).post('/posts').send({ content: 'Second' })
    expect((await as(bob).get(`/posts/${body._id}`)).body.user).toMatchObject({ fullName: 'Renamed', isVerified: true })
  })

  it('rejects an erased member', async () => {
    const { as, members, addMember } = await getPosts()
    const erasedMember = await addMember()
    await members.applyAccount({ _id: erasedMember._id, accountVersion: 2, state: 'erased' })
    expect(await as(erasedMember).post('/posts').send({ content: 'Boo' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })
})

describe('GET /posts/:id', () => {
  it('returns whether the viewer follows the author and likes the post', async () => {
    const { as, addPost, follow, unfollow } = await getPosts()
    const post = await addPost({ by: alice })
    await follow(bob, alice)
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
    await unfollow(bob, alice)
  })

  it('returns 404 for an unknown post, across a block, and for a deactivated author', async () => {
    const { as, members, addMember, addPost, block, unblock } = await getPosts()
    const [dave, erin] = [await addMember(), await addMember()]
    const post = await addPost({ by: dave })
    const missing = { status: 404, body: { code: 'post_not_found', error: 'Post not found' } }
    expect(await as(erin).get(`/posts/${UNKNOWN_ID}`)).toMatchObject(missing)

    await block(dave, erin)
    expect(await as(erin).get(`/posts/${post._id}`)).toMatchObject(missing)
    await unblock(dave, erin)
    await block(erin, dave)
    expect(await as(erin).get(`/posts/${post._id}`)).toMatchObject(missing)
    await unblock(erin, dave)
    expect(await as(erin).get(`/posts/${post._id}`)).toMatchObject({ status: 200 })

    await members.applyAccount({ _id: dave._id, accountVersion: 2, state: 'deactivated' })
    expect(await as(erin).get(`/posts/${post._id}`)).toMatchObject(missing)
  })
})

describe('DELETE /posts/:id', () => {
  it('deletes the post with its likes and comments once, and publishes its event', async () => {
    const { as, inspect, publishedEvents, addPost, addComment } = await getPosts()
    const post = await addPost({ by: alice })
    await addComment(post, bob)
    await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
    expect(await as(alice).delete(`/posts/${post._id}`)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await as(alice).delete(`/posts/${post._id}`)).toMatchObject({ status: 404 })
    expect(await as(alice).get(`/posts/${post._id}`)).toMatchObject({ status: 404 })
    const types = (await publishedEvents(post)).map(({ type }) => type)
    expect(types).toEqual(['post.created', 'post.commented', 'post.liked', 'post.deleted'])
    expect((await publishedEvents(post)).at(-1)?.data).toEqual({ authorId: alice._id, rev: 4 })
    expect([await inspect.countRows('likes', post._id), await inspect.countRows('comments', post._id)]).toEqual([0, 0])
  })

  it('is allowed only for the author', async () => {
    const { as, addPost } = await getPosts()
    const post = await addPost({ by: alice })
    expect(await as(bob).delete(`/posts/${post._id}`)).toMatchObject({ status: 403, body: { code: 'not_your_post' } })
    expect(await as(bob).delete(`/posts/${UNKNOWN_ID}`)).toMatchObject({ status: 404 })
    expect(await as(alice).get(`/posts/${post._id}`)).toMatchObject({ status: 200 })
  })
})
