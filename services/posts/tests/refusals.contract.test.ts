import { describe, expect, it } from '@jest/globals'
import type { ClientKey } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import {
  createLikeChange,
  createNewComment,
  createNewPost,
  createPostDeletion,
  createUploadedPicture,
  nextMoment,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

const everything = { limit: 50, after: undefined, skip: 0 }

const toKey = ({ _id: memberId }: TestMember, fingerprint = 'these words'): ClientKey => ({
  memberId,
  call: 'POST /a-call',
  key: 'one attempt',
  fingerprint,
})

/** Every refusal of the ports, which each store must make for the same reason. */
describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  /** A post of `author`, and another member who can see it. */
  async function createScene() {
    const ports = await store()
    const relations = createTestRelations(ports.members, nextMoment)
    const [author, member] = [await relations.addMember(), await relations.addMember()]
    const post = createNewPost(author)
    await ports.posts.add(post)
    const erase = ({ _id }: TestMember) => ports.members.applyAccount({ _id, accountVersion: 3, state: 'erased' })
    const addPicture = async (owner: TestMember, purpose: 'post' | 'avatar' = 'post') => {
      const picture = { ...createUploadedPicture(owner), purpose }
      await ports.pictures.add(picture)
      return picture
    }
    return { ...ports, ...relations, erase, addPicture, author, member, postId: post._id, post }
  }
  type Scene = Awaited<ReturnType<typeof createScene>>

  /** What makes a member or their post unavailable to another one, and the code for reading and changing the post. */
  const hidingAuthors: [string, (scene: Scene) => Promise<unknown>][] = [
    ['whose author blocks the member', ({ block, author, member }) => block(author, member)],
    ['whose author is blocked by the member', ({ block, author, member }) => block(member, author)],
    ['whose author is deactivated', ({ deactivate, author }) => deactivate(author)],
    ['whose author is erased', ({ erase, author }) => erase(author)],
    ['that was deleted', ({ posts, postId, author }) => posts.delete(createPostDeletion(postId, author))],
  ]

  const privateAuthor: (typeof hidingAuthors)[number] = [
    'whose author is private, and not followed by the member',
    ({ setPrivate, author }) => setPrivate(author, true),
  ]

  /** The calls about a post by `member`. */
  const postCalls: [string, (scene: Scene) => Promise<unknown>][] = [
    ['a like of a post', ({ likes, postId, member }) => likes.set(createLikeChange(postId, member), true)],
    ['an unlike of a post', ({ likes, postId, member }) => likes.set(createLikeChange(postId, member), false)],
    ['a toggled like of a post', ({ likes, postId, member }) => likes.set(createLikeChange(postId, member))],
    ['a comment on a post', ({ comments, postId, member }) => comments.add(createNewComment(postId, member))],
    [
      'the comments of a post',
      (scene) => scene.comments.list(scene.postId, scene.member, everything, { order: 'newest' }),
    ],
    ['the deletion of a post', ({ posts, postId, member }) => posts.delete(createPostDeletion(postId, member))],
  ]

  /** Expects the code of the refusal, and that it changed nothing: neither the rows of the post nor its events. */
  async function expectRefusal(scene: Scene, call: (scene: Scene) => Promise<unknown>, code: string) {
    const { postId, inspect, publishedEvents, post } = scene
    const state = async () => [
      await inspect.countRows('likes', postId),
      await inspect.countRows('comments', postId),
      (await publishedEvents(post)).length,
    ]
    const before = await state()
    await expect(call(scene)).rejects.toMatchObject({ code })
    expect(await state()).toEqual(before)
  }

  for (const [call, make] of postCalls) {
    describe(`${call} is refused with post_not_found`, () => {
      it.each([...hidingAuthors, privateAuthor])('%s', async (_, hide) => {
        const scene = await createScene()
        await hide(scene)
        await expectRefusal(scene, make, 'post_not_found')
      })

      it('that never existed', async () => {
        await expectRefusal({ ...(await createScene()), postId: UNKNOWN_ID }, make, 'post_not_found')
      })
    })
  }

  it('the deletion of the post of another member is refused with not_your_post', async () => {
    const scene = await createScene()
    await expectRefusal(
      scene,
      ({ posts, postId, member }) => posts.delete(createPostDeletion(postId, member)),
      'not_your_post',
    )
    expect(await scene.posts.findMany([scene.postId], scene.member)).toHaveLength(1)
  })

  it('the deletion of a post is refused with post_not_found to an author who is deactivated', async () => {
    const scene = await createScene()
    await scene.deactivate(scene.author)
    await expectRefusal(
      scene,
      ({ posts, postId, author }) => posts.delete(createPostDeletion(postId, author)),
      'post_not_found',
    )
  })

  const endings = [
    ['deactivated', ({ deactivate, member }: Scene) => deactivate(member)],
    ['erased', ({ erase, member }: Scene) => erase(member)],
  ] as const
  describe.each(endings)('a member who is %s is refused with forbidden', (_, end) => {
    it.each(postCalls.slice(0, 4))('%s, also if the post is hidden or unknown', async (_title, call) => {
      const scene = await createScene()
      await end(scene)
      await expectRefusal(scene, call, 'forbidden')
      await expectRefusal({ ...scene, postId: UNKNOWN_ID }, call, 'forbidden')
      await scene.block(scene.author, scene.member)
      await expectRefusal(scene, call, 'forbidden')
    })

    it('a post, also with an unavailable picture or a client key of an earlier post', async () => {
      const scene = await createScene()
      const { posts, member, addPicture, author } = scene
      const key = toKey(member)
      await posts.add(createNewPost(member), key)
      await end(scene)
      await expectRefusal(scene, () => posts.add(createNewPost(member)), 'forbidden')
      await expectRefusal(scene, () => posts.add(createNewPost(member), key), 'forbidden')
      await expectRefusal(scene, () => posts.add(createNewPost(member), toKey(member, 'other words')), 'forbidden')
      const pictures = [toNewPicture({ _id: (await addPicture(author))._id })]
      await expectRefusal(scene, () => posts.add({ ...createNewPost(member), pictures }), 'forbidden')
    })
  })

  describe('a client key', () => {
    it('refuses another post and another comment with key_reused, and returns the id of the earlier one', async () => {
      const scene = await createScene()
      const { posts, comments, postId, member } = scene
      const [key, commentKey] = [toKey(member), { ...toKey(member), call: 'POST /another-call' }]
      const [first, comment] = [createNewPost(member), createNewComment(postId, member)]
      await posts.add(first, key)
      await comments.add(comment, commentKey)
      const other = { fingerprint: 'other words' }
      const pictures = [toNewPicture({ _id: UNKNOWN_ID })]
      await expectRefusal(scene, () => posts.add(createNewPost(member), { ...key, ...other }), 'key_reused')
      await expectRefusal(
        scene,
        () => posts.add({ ...createNewPost(member), pictures }, { ...key, ...other }),
        'key_reused',
      )
      const reusing = () => comments.add(createNewComment(postId, member), { ...commentKey, ...other })
      await expectRefusal(scene, reusing, 'key_reused')
      expect(await posts.add(createNewPost(member), key)).toEqual({ repeatedId: first._id })
      expect(await posts.add({ ...createNewPost(member), pictures }, key)).toEqual({ repeatedId: first._id })
      expect(await comments.add(createNewComment(postId, member), commentKey)).toEqual({ repeatedId: comment._id })
    })

    it('of a comment is not claimed, nor looked up, for a post that the member may not see', async () => {
      const scene = await createScene()
      const { comments, postId, author, member, block, unblock } = scene
      const key = toKey(member)
      const comment = createNewComment(postId, member)
      await block(author, member)
      await expectRefusal(scene, () => comments.add(createNewComment(postId, member), key), 'post_not_found')
      await unblock(author, member)
      expect(await comments.add(comment, key)).toMatchObject({ comment: { _id: comment._id } })
      await block(author, member)
      await expectRefusal(scene, () => comments.add(createNewComment(postId, member), key), 'post_not_found')
      await expectRefusal(
        scene,
        () => comments.add(createNewComment(postId, member), toKey(member, 'other')),
        'post_not_found',
      )
    })
  })

  const unavailablePictures: [string, (scene: Scene) => Promise<Parameters<typeof toNewPicture>[0][]>][] = [
    ['unknown by its id', async () => [{ _id: UNKNOWN_ID }]],
    ['unknown by its URL', async () => [{ random: 'f'.repeat(32) }]],
    ['of another member', async ({ addPicture, author }) => [{ _id: (await addPicture(author))._id }]],
    ['of another member, by its URL', async (scene) => [{ random: (await scene.addPicture(scene.author)).random }]],
    ['for a profile', async ({ addPicture, member }) => [{ _id: (await addPicture(member, 'avatar'))._id }]],
    [
      'in another post',
      async ({ addPicture, member, posts }) => {
        const { _id } = await addPicture(member)
        await posts.add({ ...createNewPost(member), pictures: [toNewPicture({ _id })] })
        return [{ _id }]
      },
    ],
    [
      'named twice, once by its URL',
      async ({ addPicture, member }) => {
        const { _id, random } = await addPicture(member)
        return [{ _id }, { random }]
      },
    ],
  ]

  it.each(unavailablePictures)('a post with a picture %s is refused with the field', async (_, createReferences) => {
    const scene = await createScene()
    const { posts, member, inspect } = scene
    const references = await createReferences(scene)
    const before = await inspect.countRows('posts')
    for (const field of ['image', 'pictures'] as const) {
      const pictures = references.map((reference) => ({ ...toNewPicture(reference), field }))
      const adding = posts.add({ ...createNewPost(member), pictures })
      const refusal = { code: 'invalid_request', fieldCodes: { [field]: 'custom' } }
      await expect(adding).rejects.toMatchObject(refusal)
    }
    expect(await inspect.countRows('posts')).toBe(before)
  })

  it.each(hidingAuthors.slice(0, 4))(
    'the timeline of a member is refused with member_not_found: %s',
    async (_, hide) => {
      const scene = await createScene()
      await hide(scene)
      const listing = (tab?: 'media' | 'liked') =>
        scene.timeline.listByMember(scene.author.username, scene.member, everything, tab)
      for (const tab of [undefined, 'media', 'liked'] as const)
        await expect(listing(tab)).rejects.toMatchObject({ code: 'member_not_found' })
      expect(await scene.posts.findMany([scene.postId], scene.member)).toEqual([])
    },
  )

  it('a comment is not found when its author is hidden from the viewer, or when it does not exist', async () => {
    const { comments, postId, author, member, addMember, block, deactivate } = await createScene()
    const comment = createNewComment(postId, author)
    await comments.add(comment)
    const [blocked, blocking] = [await addMember(), await addMember()]
    await block(author, blocked)
    await block(blocking, author)
    const find = (viewer: TestMember | undefined, id = comment._id) => comments.find({ postId, id }, viewer)
    expect(await find(member)).toMatchObject({ _id: comment._id })
    expect(await find(undefined)).toMatchObject({ _id: comment._id })
    for (const viewer of [blocked, blocking]) expect(await find(viewer)).toBeUndefined()
    expect(await find(member, UNKNOWN_ID)).toBeUndefined()
    await deactivate(author)
    expect(await find(member)).toBeUndefined()
  })

  it('posts and comments of a private member are there for the member and followers, on every read', async () => {
    const scene = await createScene()
    const { posts, comments, timeline, likes, author, member, addMember, follow, unfollow, setPrivate } = scene
    const follower = await addMember()
    const [own, others] = [createNewPost(author), createNewPost(member)]
    const comment = createNewComment(others._id, author)
    const commentOnOwn = createNewComment(own._id, member)
    await posts.add(own)
    await posts.add(others)
    await comments.add(comment)
    await comments.add(commentOnOwn)
    await likes.set(createLikeChange(own._id, member), true)
    await follow(follower, author)
    await follow(follower, member)
    await setPrivate(author, true)

    const ids = (all: readonly { _id: string }[]) => all.map(({ _id }) => _id)
    const see = async (viewer: TestMember | undefined) => ({
      byId: ids(await posts.findMany([own._id, others._id], viewer)),
      comments: ids((await posts.findMany([others._id], viewer))[0]?.comments ?? []),
      listed: ids(await comments.list(others._id, viewer, everything, { order: 'oldest' })),
      comment: (await comments.find({ postId: others._id, id: comment._id }, viewer))?._id,
      home: ids(await timeline.listHome(viewer, 'all', everything)).includes(own._id),
      profile: ids(await timeline.listByMember(author.username, viewer, everything)).includes(own._id),
      liked: viewer && ids(await timeline.listByMember(author.username, viewer, everything, 'liked')),
    })
    const timelineComments = async (viewer: TestMember) =>
      ids((await timeline.listByMember(member.username, viewer, everything))[0]?.post?.comments ?? [])
    const hidden = { byId: [others._id], comments: [], listed: [], comment: undefined, home: false, profile: false }
    const shown = {
      byId: [own._id, others._id],
      comments: [comment._id],
      listed: [comment._id],
      comment: comment._id,
      home: true,
      profile: true,
    }
    // the author of the post sees the comment under it, and nothing else of its author
    const hosted = { comments: [comment._id], listed: [comment._id], comment: comment._id }
    expect(await see(member)).toEqual({ ...hidden, ...hosted, liked: [] })
    expect(await timelineComments(member)).toEqual([comment._id])
    expect(await see(undefined)).toEqual({ ...hidden, liked: undefined })
    for (const viewer of [follower, author]) expect(await see(viewer)).toMatchObject(shown)
    await expect(comments.list(own._id, member, everything, { order: 'oldest' })).rejects.toMatchObject({
      code: 'post_not_found',
    })
    expect(await timeline.listHome(follower, 'following', everything)).toContainEqual(
      expect.objectContaining({ _id: own._id }),
    )
    await unfollow(follower, author)
    expect(await see(follower)).toMatchObject(hidden)
    expect(await timelineComments(follower)).toEqual([])
    await setPrivate(author, false)
    expect(await see(follower)).toMatchObject(shown)
    expect(await see(member)).toMatchObject({ ...shown, liked: [own._id] })
  })
})
