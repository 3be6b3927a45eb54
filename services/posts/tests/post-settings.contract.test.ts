import { expect, it } from '@jest/globals'
import type { CommentView, PostView } from '@meadow/contracts'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openPosts } from './fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

type PostBody = { content?: string; image?: string; [setting: string]: unknown }

describeOnEachEngine(await postsTestStores.listOpeners(), (openStore) => {
  const started = shareAcrossTests(() => openPosts({ openStore, allowsGuests: true }))
  async function openMembers() {
    const posts = await started()
    const [author, reader] = [await posts.addMember(), await posts.addMember()]
    const publish = (body: PostBody, by: TestMember = author) => posts.as(by).post('/posts').send(body)
    const comment = (post: PostView, by: TestMember, key?: string) => {
      const request = posts.as(by).post(`/posts/${post._id}/comments`)
      return (key ? request.set('Idempotency-Key', key) : request).send({ text: 'Lovely!' })
    }
    const read = async (post: PostView, by: TestMember) =>
      (await posts.as(by).get(`/posts/${post._id}`)).body as PostView
    return { ...posts, author, reader, publish, comment, read }
  }

  it('a post has its language and the cover of its pictures in every response and no picture in its event', async () => {
    const { as, author, reader, publish, read, uploadPicture, publishedEvents } = await openMembers()
    const { url: image } = await uploadPicture(author)
    const pictureCover = { kind: 'spoiler', note: 'The last page' }
    const { body: post } = await publish({ content: 'Fim', image, language: 'PT-br', pictureCover })
    const settings = { language: 'pt-BR', pictureCover }
    expect(post).toMatchObject(settings)
    expect(await read(post, reader)).toMatchObject(settings)
    const { body: list } = await as(reader).get(`/posts/user/${author.username}`)
    expect(list.posts).toMatchObject([settings])
    expect(await publishedEvents(post)).toMatchObject([{ data: { image: '' } }])
    const { body: plain } = await publish({ content: 'Plain' })
    for (const field of ['language', 'pictureCover', 'commentAudience', 'viewerMayComment'])
      expect(plain).not.toHaveProperty(field)
  })

  it.each([
    { language: 'not a language' },
    { language: 'x'.repeat(36) },
    { pictureCover: { kind: 'sensitive' } },
    { commentAudience: 'nobody' },
  ])('refuses %j', async (settings) => {
    const { publish } = await openMembers()
    const { status, body } = await publish({ content: 'Words', ...settings })
    expect([status, Object.keys(body.fields)[0]?.split('.')[0]]).toEqual([400, Object.keys(settings)[0]])
  })

  it('only members whom the author follows may comment if the author chose so, and the view says who may', async () => {
    const { author, reader, publish, comment, read, relations, addMember, publishedEvents } = await openMembers()
    const follower = await addMember()
    await relations.follow(follower, author)
    const { body: post } = await publish({ content: 'Friends', commentAudience: 'following' })
    expect(post).toMatchObject({ commentAudience: 'following', viewerMayComment: true })
    for (const by of [reader, follower]) {
      expect(await read(post, by)).toMatchObject({ commentAudience: 'following', viewerMayComment: false })
      const { status, body } = await comment(post, by)
      expect([status, body.code]).toEqual([403, 'comment_not_allowed'])
    }
    expect(await publishedEvents(post)).toHaveLength(1)
    await relations.follow(author, reader)
    expect(await read(post, reader)).toMatchObject({ viewerMayComment: true, commentsCount: 0 })
    expect((await comment(post, reader, 'a key')).status).toBe(201)
    expect((await comment(post, author)).status).toBe(201)
    await relations.unfollow(author, reader)
    expect((await comment(post, reader)).status).toBe(403)
    const repeated = await comment(post, reader, 'a key')
    expect([repeated.status, (repeated.body.comment as CommentView).text]).toEqual([201, 'Lovely!'])
  })

  it('only mentioned members may comment if the author chose so, in the list of posts too', async () => {
    const { as, author, reader, publish, comment, addMember } = await openMembers()
    const other = await addMember()
    const { body: post } = await publish({ content: `For @${reader.username}`, commentAudience: 'mentioned' })
    const mayComment = async (by: TestMember) =>
      (await as(by).get(`/posts/user/${author.username}`)).body.posts[0].viewerMayComment
    expect([await mayComment(reader), await mayComment(other), await mayComment(author)]).toEqual([true, false, true])
    expect([(await comment(post, reader)).status, (await comment(post, other)).status]).toEqual([201, 403])
  })

  it('moderators may always comment; a post that is not visible is not found first', async () => {
    const { author, reader, publish, comment, relations, as, tokens } = await openMembers()
    const { body: post } = await publish({ content: 'Friends', commentAudience: 'following' })
    const token = `Bearer ${tokens.tokenFor(reader, { role: 'moderator' })}`
    const path = `/posts/${post._id}`
    expect((await as(reader).get(path).set('Authorization', token)).body).toMatchObject({ viewerMayComment: true })
    const added = as(reader).post(`${path}/comments`).set('Authorization', token).send({ text: 'Please be kind' })
    expect((await added).status).toBe(201)
    await relations.block(author, reader)
    expect((await comment(post, reader)).body.code).toBe('post_not_found')
  })
})
