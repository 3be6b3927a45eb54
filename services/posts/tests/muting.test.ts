import { describe, expect, it } from '@jest/globals'
import type { CommentView, PostView } from '@meadow/contracts'
import { alice, bob, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

async function openViewer() {
  const posts = await getPosts()
  const [viewer, author] = [await posts.addMember(), await posts.addMember()]
  await posts.follow(viewer, author)
  const read = async (path: string, by: TestMember = viewer) => (await posts.as(by).get(path).expect(200)).body
  return {
    ...posts,
    viewer,
    author,
    read,
    listIds: async (path: string, by: TestMember = viewer): Promise<string[]> =>
      (await read(path, by)).posts.map(({ _id }: PostView) => _id),
    mute: (path: string, body: object = { state: true }) => posts.as(viewer).post(`${path}/mute`).send(body),
    muteWord: (text: string, version = 1, until: string | null = null) =>
      posts.members.applyMutedWords({ memberId: viewer._id, version, words: [{ text, until, in: ['feed'] }] }),
  }
}

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

describe('muted words', () => {
  it('leave posts of others out of home, Discover and all, and show them on the profile, by their address and in a search', async () => {
    const { addPost, viewer, author, read, listIds, muteWord } = await openViewer()
    const shown = await addPost({ by: author, content: 'Eggs' })
    const muted = await addPost({ by: author, content: 'Green eggs and HAM' })
    const own = await addPost({ by: viewer, content: 'My ham' })
    await muteWord('ham')
    expect(await listIds('/posts')).toEqual([own._id, shown._id])
    expect(await listIds('/posts?scope=all&limit=50')).not.toContain(muted._id)
    expect(await listIds('/posts?limit=50', author)).toContain(muted._id)
    expect(await listIds(`/posts/user/${author.username}`)).toContain(muted._id)
    expect(await read(`/posts/${muted._id}`)).toMatchObject({ content: 'Green eggs and HAM', isMuted: true })
    for (const _id of [shown._id, own._id]) expect(await read(`/posts/${_id}`)).not.toHaveProperty('isMuted')
    expect(await read(`/posts/${muted._id}`, author)).not.toHaveProperty('isMuted')
    expect(await listIds(`/posts?ids=${muted._id}`)).toEqual([muted._id])
  })

  it('leave posts out of Discover, and its pages stay full', async () => {
    const { addMember, addPost, listIds, muteWord } = await openViewer()
    const muted = await addPost({ by: await addMember(), content: 'Ham from a stranger' })
    const [first, second] = [await addPost({ by: await addMember() }), await addPost({ by: await addMember() })]
    expect(await listIds('/posts/discover?limit=50')).toEqual(expect.arrayContaining([muted._id, first._id]))
    await muteWord('ham')
    const ids = await listIds('/posts/discover?limit=50')
    expect(ids).toEqual(expect.arrayContaining([first._id, second._id]))
    expect(ids).not.toContain(muted._id)
    expect(await listIds('/posts/discover?limit=2')).toHaveLength(2)
  })

  it('act until their time', async () => {
    const { addPost, author, listIds, muteWord } = await openViewer()
    const { _id } = await addPost({ by: author, content: 'ham' })
    await muteWord('ham', 1, inHours(48))
    expect(await listIds('/posts')).toEqual([])
    await muteWord('ham', 2, inHours(-1))
    expect(await listIds('/posts')).toEqual([_id])
  })

  it('leave pages full, and every unmuted post is found once', async () => {
    const { addPost, author, read, muteWord } = await openViewer()
    const made: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const { _id } = await addPost({ by: author, content: n % 3 === 0 ? `ham ${n}` : `eggs ${n}` })
      if (n % 3 !== 0) made.unshift(_id)
    }
    await muteWord('ham')
    const found: string[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { posts: PostView[]; nextCursor: string | null } = await read(
        `/posts?limit=3${cursor && `&cursor=${cursor}`}`,
      )
      found.push(page.posts.map(({ _id }) => _id))
      cursor = page.nextCursor
    }
    expect(found.flat()).toEqual(made)
    expect(found.slice(0, 2).map(({ length }) => length)).toEqual([3, 3])
  })

  it('leave numbered pages full, and none repeats a post of the page before', async () => {
    const { addPost, author, listIds, muteWord } = await openViewer()
    const made: string[] = []
    for (let n = 0; n < 9; n += 1) {
      const { _id } = await addPost({ by: author, content: n % 3 === 0 ? `ham ${n}` : `eggs ${n}` })
      if (n % 3 !== 0) made.unshift(_id)
    }
    await muteWord('ham')
    const pages = [await listIds('/posts?limit=3&page=1'), await listIds('/posts?limit=3&page=2')]
    expect(pages).toEqual([made.slice(0, 3), made.slice(3)])
    expect(await listIds('/posts?limit=3&page=3')).toEqual([])
  })

  it('fold comments of others, in posts and in lists', async () => {
    const { addPost, addComment, viewer, author, read, muteWord } = await openViewer()
    const post = await addPost({ by: author, content: 'Breakfast' })
    for (const [by, text] of [
      [author, 'Ham for me'],
      [viewer, 'No ham for me'],
      [author, 'Eggs'],
    ] as const)
      await addComment(post, by, text)
    await muteWord('ham')
    const toMarks = (comments: CommentView[]) => comments.map(({ isMuted }) => isMuted)
    expect(toMarks((await read('/posts')).posts[0].comments)).toEqual([true, undefined, undefined])
    expect(toMarks((await read(`/posts/${post._id}`)).comments)).toEqual([true, undefined, undefined])
    const listed = await read(`/posts/${post._id}/comments?order=oldest`)
    expect(toMarks(listed.comments)).toEqual([true, undefined, undefined])
    expect(toMarks((await read(`/posts/${post._id}/comments?order=oldest`, author)).comments)).toEqual(
      Array(3).fill(undefined),
    )
  })
})

describe('POST /tags/:tag/mute', () => {
  it('leaves posts with the tag out, except on its own page', async () => {
    const { addPost, ports, author, read, listIds, mute } = await openViewer()
    const { _id } = await addPost({ by: author, content: 'Green #Lichen #fen' })
    while ((await ports.postIndex.indexNext()) > 0);
    expect(await mute('/tags/%23LICHEN')).toMatchObject({
      status: 200,
      body: { tag: 'lichen', isMuted: true, mutedUntil: null },
    })
    expect(await listIds('/posts')).toEqual([])
    expect(await listIds('/tags/fen/posts')).toEqual([])
    expect(await listIds('/tags/lichen/posts')).toEqual([_id])
    expect(await read('/posts/muted')).toEqual({ posts: [], tags: [{ tag: 'lichen', mutedUntil: null }] })
    expect(await mute('/tags/lichen', { state: false })).toMatchObject({ body: { isMuted: false } })
    expect(await listIds('/posts')).toEqual([_id])
    expect(await mute('/tags/not%20a%20tag')).toMatchObject({ status: 400 })
  })
})

describe('POST /posts/:id/mute', () => {
  it('leaves the post out of the feeds until its time, and publishes each change once', async () => {
    const { addPost, publishedEvents, viewer, author, read, listIds, mute } = await openViewer()
    const { _id } = await addPost({ by: author })
    const until = inHours(48)
    for (const _again of [1, 2])
      expect(await mute(`/posts/${_id}`, { state: true, until })).toMatchObject({
        status: 200,
        body: { isMuted: true, mutedUntil: until },
      })
    expect(await listIds('/posts')).toEqual([])
    expect(await read('/posts/muted')).toEqual({ posts: [{ _id, mutedUntil: until }], tags: [] })
    for (const _again of [1, 2]) await mute(`/posts/${_id}`, { state: false }).expect(200)
    expect(await listIds('/posts')).toEqual([_id])
    const events = (await publishedEvents(viewer)).filter(({ type }) => type === 'post.muted')
    expect(events).toMatchObject([
      { subject: viewer._id, data: { postId: _id, isMuted: true, until } },
      { data: { postId: _id, isMuted: false } },
    ])
    const [first, second] = events.map(({ data }) => (data as { rev: number }).rev)
    expect(second).toBeGreaterThan(first ?? 0)
  })

  it('keeps a post of the viewer in the feed', async () => {
    const { addPost, viewer, listIds, mute } = await openViewer()
    const { _id } = await addPost({ by: viewer })
    await mute(`/posts/${_id}`).expect(200)
    expect(await listIds('/posts')).toEqual([_id])
  })

  it('has no effect if its time is over, and says so', async () => {
    const { addPost, author, listIds, mute } = await openViewer()
    const { _id } = await addPost({ by: author })
    await mute(`/posts/${_id}`).expect(200)
    expect(await mute(`/posts/${_id}`, { state: true, until: inHours(-1) })).toMatchObject({ body: { isMuted: false } })
    expect(await listIds('/posts')).toEqual([_id])
  })

  it('refuses what the viewer cannot see, and a body that is no mute', async () => {
    const { as, addPost, block, viewer, author, mute } = await openViewer()
    const { _id } = await addPost({ by: author })
    for (const body of [{}, { state: 'true' }, { state: true, until: 'tomorrow' }])
      expect(await mute(`/posts/${_id}`, body)).toMatchObject({ status: 400 })
    expect(await mute(`/posts/${UNKNOWN_ID}`)).toMatchObject({ status: 404, body: { code: 'post_not_found' } })
    await block(author, viewer)
    expect(await mute(`/posts/${_id}`)).toMatchObject({ status: 404 })
    await mute(`/posts/${_id}`, { state: false }).expect(200) // taking it back is always possible
    await as(alice).post(`/posts/${_id}/mute`).send({ state: true }).expect(200)
    expect((await as(bob).get('/posts/muted')).body).toEqual({ posts: [], tags: [] })
  })
})
