import { expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import { toTestActor } from './fixtures.ts'
import {
  createLikeChange,
  createNewComment,
  createNewPost,
  createNewShare,
  createPostDeletion,
  createShareRemoval,
  createUploadedPicture,
  nextMoment,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

const WINDOW = { limit: 10, after: undefined, skip: 0 }

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function setUp() {
    const opened = await store()
    const relations = createTestRelations(opened.members, nextMoment)
    const addMember = () => relations.addMember(createTestMember())
    const [author, sharer, reader] = [await addMember(), await addMember(), await addMember()]
    const addPost = async (by: TestMember = author) => {
      const post = createNewPost(by)
      await opened.posts.add(post)
      return post
    }
    const share = async (postId: string, by: TestMember = sharer, content = '') => {
      const added = createNewShare(postId, by, content)
      await opened.shares.add(added)
      return added
    }
    const unshare = (postId: string, by: TestMember = sharer) => opened.shares.remove(createShareRemoval(postId, by))
    const read = async (id: string, viewer: TestMember = reader) => (await opened.posts.findMany([id], viewer))[0]
    const listHome = async (viewer: TestMember = reader) =>
      (await opened.timeline.listHome(viewer, 'following', WINDOW)).map(({ post }) => post)
    return { ...opened, ...relations, author, sharer, reader, addMember, addPost, share, unshare, read, listHome }
  }

  it('a share shows the original to the followers of the member, counts once, and ends', async () => {
    const { author, sharer, reader, addPost, share, unshare, read, listHome, follow, publishedEvents } = await setUp()
    await follow(reader, sharer)
    const post = await addPost()
    const first = await share(post._id)
    await share(post._id)
    expect(await read(post._id, sharer)).toMatchObject({ sharesCount: 1, viewerShared: true, rev: 2 })
    expect(await read(post._id)).toMatchObject({ sharesCount: 1, viewerShared: false })
    const sharedBy = { _id: first._id, user: { _id: sharer._id }, createdAt: first.createdAt }
    expect(await listHome()).toMatchObject([{ _id: post._id, user: { _id: author._id }, content: 'A post', sharedBy }])
    await unshare(post._id)
    await unshare(post._id)
    expect(await read(post._id, sharer)).toMatchObject({ sharesCount: 0, viewerShared: false, rev: 3 })
    expect(await listHome()).toEqual([])
    const data = { authorId: author._id, actor: { _id: sharer._id }, shareId: first._id }
    expect(await publishedEvents(post)).toMatchObject([
      { type: 'post.created' },
      { type: 'post.shared', data: { ...data, view: { sharesCount: 1 }, rev: 2, excerpt: '' } },
      { type: 'post.unshared', data: { ...data, view: { sharesCount: 0 }, rev: 3 } },
    ])
    expect(await publishedEvents(first)).toEqual([])
  })

  it('a share with a comment has pictures, which are removed with it, and are not taken twice', async () => {
    const { author, sharer, addPost, share, read, shares, posts, pictures, removals, publishedEvents } = await setUp()
    const post = await addPost()
    const [hill, pond] = [createUploadedPicture(sharer), createUploadedPicture(sharer)]
    for (const picture of [hill, pond]) await pictures.add(picture)
    const settings = {
      language: 'en',
      pictureCover: { kind: 'spoiler', note: 'The end' },
      commentAudience: 'everyone',
    } as const
    const quote = {
      ...createNewShare(post._id, sharer, 'Look at this'),
      pictures: [toNewPicture({ _id: pond._id }, 'A pond'), toNewPicture({ random: hill.random }, 'A hill')],
      settings,
    }
    const key = { memberId: sharer._id, call: 'sharePost', key: 'a quote with pictures', fingerprint: 'same' }
    const added = { originalId: post._id, shareId: quote._id }
    expect(await shares.add(quote, key)).toEqual(added)
    expect(await shares.add({ ...quote, _id: newId(nextMoment()) }, key)).toEqual(added)
    const shown = [
      { _id: pond._id, alt: 'A pond' },
      { _id: hill._id, alt: 'A hill' },
    ]
    expect(await read(quote._id)).toMatchObject({ pictures: shown, settings, quotedPost: { _id: post._id } })
    expect(await publishedEvents(quote)).toMatchObject([{ type: 'post.created', data: { image: '' } }])
    const again = { ...createNewShare(post._id, sharer, 'Once more'), pictures: quote.pictures.slice(0, 1) }
    await expect(shares.add(again)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await read(post._id, author)).toMatchObject({ sharesCount: 1 })
    await share(post._id)
    await posts.delete(createPostDeletion(quote._id, sharer))
    const removed: string[] = []
    await removals.removeDue(nextMoment(), async (path) => void removed.push(path))
    expect(removed.toSorted()).toEqual([hill, pond].map(({ random }) => `p/${sharer._id}/${random}.webp`).toSorted())
  })

  it('a share with a comment is a post that shows the original; its member counts once', async () => {
    const { sharer, addPost, share, unshare, read, posts, publishedEvents } = await setUp()
    const post = await addPost()
    const quote = await share(post._id, sharer, 'Look at this')
    await share(post._id, sharer, 'And again')
    await share(post._id)
    expect(await read(post._id, sharer)).toMatchObject({ sharesCount: 1, viewerShared: true })
    const quotedPost = { _id: post._id, content: 'A post' }
    expect(await read(quote._id)).toMatchObject({ content: 'Look at this', user: { _id: sharer._id }, quotedPost })
    expect(await publishedEvents(quote)).toMatchObject([{ type: 'post.created', data: { excerpt: 'Look at this' } }])
    await unshare(post._id)
    expect(await read(post._id, sharer)).toMatchObject({ sharesCount: 1, viewerShared: false })
    await posts.delete(createPostDeletion(quote._id, sharer))
    expect((await read(post._id))?.sharesCount).toBe(1)
  })

  it('deleting the last share with a comment takes the member from the count, with an event', async () => {
    const { sharer, addPost, share, read, posts, publishedEvents } = await setUp()
    const post = await addPost()
    const quote = await share(post._id, sharer, 'Look at this')
    await posts.delete(createPostDeletion(quote._id, sharer))
    expect((await read(post._id))?.sharesCount).toBe(0)
    expect((await publishedEvents(post)).at(-1)).toMatchObject({ type: 'post.unshared', data: { shareId: quote._id } })
  })

  it('a share of a share shares the original, and a share of a quote shares the quote with what it quotes', async () => {
    const { author, sharer, reader, addMember, addPost, share, unshare, read, listHome, follow } = await setUp()
    const other = await addMember()
    await follow(reader, other)
    const post = await addPost()
    const first = await share(post._id)
    await share(first._id, other)
    expect((await read(post._id))?.sharesCount).toBe(2)
    expect(await listHome()).toMatchObject([{ _id: post._id, sharedBy: { user: { _id: other._id } } }])
    await unshare(first._id, other)
    expect((await read(post._id))?.sharesCount).toBe(1)
    const quote = await share(post._id, sharer, 'Look')
    await share(quote._id, other)
    expect(await listHome()).toMatchObject([
      { _id: quote._id, sharedBy: { user: { _id: other._id } }, quotedPost: { _id: post._id } },
    ])
    const quoteOfQuote = await share(quote._id, author, 'Thank you')
    const shown = await read(quoteOfQuote._id)
    expect(shown?.quotedPost).toMatchObject({ _id: quote._id, content: 'Look' })
    expect(shown?.quotedPost?.quotedPost).toBeUndefined()
  })

  it('members share their own posts', async () => {
    const { author, reader, addPost, share, read, listHome, follow } = await setUp()
    await follow(reader, author)
    const post = await addPost()
    await share(post._id, author)
    expect((await read(post._id, author))?.viewerShared).toBe(true)
    expect(await listHome()).toMatchObject([
      { _id: post._id, sharedBy: { user: { _id: author._id } } },
      { _id: post._id },
    ])
  })

  it('refuses to share what is missing, hidden, deleted, blocked or private, and who is not active', async () => {
    const { author, sharer, addPost, share, block, setPrivate, follow, posts, consumerStore, deactivate } =
      await setUp()
    const refused = async (id: string, code: string, by = sharer) =>
      expect(share(id, by)).rejects.toMatchObject({ code })
    await refused(UNKNOWN_ID, 'post_not_found')
    const deleted = await addPost()
    await posts.delete(createPostDeletion(deleted._id, author))
    await refused(deleted._id, 'post_not_found')
    const hidden = await addPost()
    await consumerStore.transaction(({ reportedContent }) =>
      reportedContent.setPostHidden(hidden._id, true, nextMoment()),
    )
    await refused(hidden._id, 'post_not_found')
    const post = await addPost()
    await setPrivate(author, true)
    await refused(post._id, 'post_not_found')
    await follow(sharer, author)
    await refused(post._id, 'not_shareable')
    await refused(post._id, 'not_shareable', author)
    await setPrivate(author, false)
    await share(post._id)
    await block(author, sharer)
    await refused(post._id, 'post_not_found')
    await deactivate(sharer)
    await refused(post._id, 'forbidden')
  })

  it('a share is not seen, and a quote shows no original, when the viewer may not see that or mutes its author', async () => {
    const { author, sharer, reader, addPost, share, read, listHome, follow, block, unblock, mute, unmute, setPrivate } =
      await setUp()
    await follow(reader, sharer)
    const post = await addPost()
    await share(post._id)
    const quote = await share(post._id, sharer, 'Look')
    const expectSeen = async (isSeen: boolean) => {
      const shown = await listHome()
      expect(shown.map((one) => one?._id)).toEqual([quote._id, isSeen ? post._id : undefined])
      expect(shown[0]?.quotedPost?._id).toBe(isSeen ? post._id : undefined)
      expect((await read(quote._id))?.quotedPost === null).toBe(!isSeen)
    }
    await expectSeen(true)
    await block(reader, author)
    await expectSeen(false)
    await unblock(reader, author)
    await mute(reader, author)
    await expectSeen(false)
    await unmute(reader, author)
    await setPrivate(author, true)
    await expectSeen(false)
    await setPrivate(author, false)
    await expectSeen(true)
  })

  it('shares without a comment go with the original, quotes stay without it', async () => {
    const { author, sharer, reader, addPost, share, unshare, read, listHome, follow, posts, inspect } = await setUp()
    await follow(reader, sharer)
    const post = await addPost()
    await share(post._id)
    const quote = await share(post._id, sharer, 'Look')
    const before = await inspect.countRows('posts')
    await posts.delete(createPostDeletion(post._id, author))
    expect(await inspect.countRows('posts')).toBe(before - 2)
    expect(await listHome()).toMatchObject([{ _id: quote._id, quotedPost: null }])
    await unshare(post._id)
    await posts.delete(createPostDeletion(quote._id, sharer))
    expect(await read(quote._id)).toBeUndefined()
  })

  it('a share cannot be liked, commented on, edited or deleted by itself, and is read as the original', async () => {
    const { sharer, addPost, share, read, likes, comments, edits, posts, bookmarks, reader } = await setUp()
    const post = await addPost()
    const { _id } = await share(post._id)
    const code = 'post_not_found'
    await expect(likes.set(createLikeChange(_id, sharer), true)).rejects.toMatchObject({ code })
    await expect(comments.add(createNewComment(_id, sharer))).rejects.toMatchObject({ code })
    const edit = { postId: _id, by: toTestActor(sharer), content: 'x', facets: [], rev: 1, at: nextMoment() }
    await expect(edits.edit({ ...edit, eventId: newId(edit.at) })).rejects.toMatchObject({ code })
    await expect(posts.delete(createPostDeletion(_id, sharer))).rejects.toMatchObject({ code })
    expect(await read(_id)).toMatchObject({ _id: post._id, sharedBy: { _id } })
    expect(await bookmarks.list(reader, undefined, WINDOW)).toEqual([])
  })

  it('a share is in the posts of its member, and not where all posts are listed', async () => {
    const { sharer, reader, addPost, share, timeline } = await setUp()
    const post = await addPost()
    await share(post._id)
    const ofSharer = await timeline.listByMember(sharer.username, reader, WINDOW)
    expect(ofSharer.map((entry) => entry.post?._id)).toEqual([post._id])
    for (const scope of ['discover', 'all'] as const) {
      const entries = await timeline.listHome(reader, scope, WINDOW)
      expect(entries.flatMap((entry) => entry.post ?? []).filter(({ _id }) => _id === post._id)).toHaveLength(1)
    }
  })

  it('shares that meet are counted once for each member, and a repeated key shares once', async () => {
    const { sharer, author, reader, addPost, share, unshare, read, shares, inspect } = await setUp()
    const post = await addPost()
    const before = await inspect.countRows('posts')
    await Promise.all([sharer, sharer, author, reader, sharer].map((by) => share(post._id, by)))
    expect((await read(post._id))?.sharesCount).toBe(3)
    expect(await inspect.countRows('posts')).toBe(before + 3)
    const quote = createNewShare(post._id, sharer, 'Look')
    const key = { memberId: sharer._id, call: 'POST /posts/:id/share', key: newId(nextMoment()), fingerprint: 'x' }
    expect(await shares.add(quote, key)).toEqual({ originalId: post._id, shareId: quote._id })
    const repeated = createNewShare(post._id, sharer, 'Look')
    expect(await shares.add(repeated, key)).toEqual({ originalId: post._id, shareId: quote._id })
    await unshare(post._id)
    expect((await read(post._id))?.sharesCount).toBe(3)
  })

  it('members who share a post are listed once, the newest share first, with their relation to the viewer', async () => {
    const { author, sharer, reader, addMember, addPost, share, unshare, shares, follow, posts } = await setUp()
    const quoting = await addMember()
    const post = await addPost()
    const list = async () => (await shares.listSharers(post._id, reader, WINDOW)).map(({ member }) => member.username)
    expect(await list()).toEqual([])
    await share(post._id, quoting, 'Look')
    const other = await addPost()
    await share(other._id, author)
    await share(post._id)
    const quote = await share(post._id, quoting, 'Look again')
    await share(post._id, author)
    expect(await list()).toEqual([author, quoting, sharer].map(({ username }) => username))
    await posts.delete(createPostDeletion(quote._id, quoting))
    expect(await list()).toEqual([author, sharer, quoting].map(({ username }) => username))
    await unshare(post._id)
    expect(await list()).toEqual([author, quoting].map(({ username }) => username))
    await follow(reader, quoting)
    const [first, second] = await shares.listSharers(post._id, reader, WINDOW)
    expect([first?.member.isFollowing, second?.member.isFollowing]).toEqual([false, true])
  })

  it('pages of sharers neither skip nor repeat members, also of shares of the same millisecond', async () => {
    const { addMember, addPost, shares } = await setUp()
    const post = await addPost()
    const members = await Promise.all(Array.from({ length: 5 }, addMember))
    const createdAt = nextMoment()
    for (const member of members)
      for (const content of ['', 'Look']) await shares.add({ ...createNewShare(post._id, member, content), createdAt })
    const read: string[] = []
    let after: { _id: string; createdAt: Date } | undefined
    for (;;) {
      const found = await shares.listSharers(post._id, undefined, { limit: 2, after: after as never, skip: 0 })
      const page = found.slice(0, 2)
      read.push(...page.map(({ _id }) => _id))
      after = page.at(-1)
      if (found.length <= 2) break
    }
    expect(read).toEqual(members.map(({ _id }) => _id).toSorted())
  })

  it('leaves out members whose shares the viewer may not see, and fills the page with the next ones', async () => {
    const { author, reader, addMember, addPost, share, shares, consumerStore, ...relations } = await setUp()
    const { block, deactivate, follow, setPrivate } = relations
    const post = await addPost()
    const [blocked, blocking, gone, hermit, open] = await Promise.all(Array.from({ length: 5 }, addMember))
    if (!blocked || !blocking || !gone || !hermit || !open) throw new Error('There are too few members')
    for (const by of [open, hermit, gone, blocking, blocked]) await share(post._id, by)
    const list = async (viewer: TestMember | undefined, limit = 10) =>
      (await shares.listSharers(post._id, viewer, { ...WINDOW, limit })).map(({ _id }) => _id)
    await block(reader, blocked)
    await block(blocking, reader)
    await deactivate(gone)
    await setPrivate(hermit, true)
    expect(await list(reader)).toEqual([open._id])
    expect(await list(reader, 1)).toEqual([open._id])
    expect(await list(undefined)).toEqual([blocked, blocking, open].map(({ _id }) => _id))
    expect(await list(hermit)).toContain(hermit._id)
    await follow(reader, hermit)
    expect(await list(reader)).toEqual([hermit._id, open._id])
    await consumerStore.transaction(({ members }) =>
      members.applyAccount({ _id: open._id, accountVersion: 9, state: 'erased' }),
    )
    expect(await list(reader)).toEqual([hermit._id])
  })

  it('a share that moderators hide lists nobody, an earlier one of the same member does', async () => {
    const { sharer, reader, addPost, share, shares, consumerStore } = await setUp()
    const post = await addPost()
    await share(post._id)
    const quote = await share(post._id, sharer, 'Look')
    const [newest] = await shares.listSharers(post._id, reader, WINDOW)
    await consumerStore.transaction(({ reportedContent }) =>
      reportedContent.setPostHidden(quote._id, true, nextMoment()),
    )
    const [shown] = await shares.listSharers(post._id, reader, WINDOW)
    expect([newest, shown].map((one) => one?.member._id)).toEqual([sharer._id, sharer._id])
    expect(Number(shown?.createdAt)).toBeLessThan(Number(newest?.createdAt))
  })
})
