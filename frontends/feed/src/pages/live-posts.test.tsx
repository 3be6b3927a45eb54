import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { PostView, ServerToClientEvents } from '@meadow/contracts/browser'
import {
  aComment,
  ann,
  annAsAuthor,
  aPage,
  aPost,
  fakeIntersectionObserver,
  findPostList,
  kofi,
  scrollToListEnd,
} from '@meadow/features/testing'
import { aProfile, createFakeSocketChannel, type FakeSocketChannel } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../testing/render-feed.tsx'

let live: FakeSocketChannel
beforeEach(() => {
  fakeIntersectionObserver()
  live = createFakeSocketChannel()
})

const toPostUpdatedPush = (
  post: PostView,
  by: Partial<ServerToClientEvents['postUpdated']>,
): ServerToClientEvents['postUpdated'] => {
  const { _id, likes, likesCount, commentsCount, rev } = post
  return { _id, likes, comments: [], likesCount, commentsCount, rev: rev + 1, actorId: kofi._id, ...by }
}
const { isFollowing: _, ...kofiAsPushed } = kofi
const toPushedComment = (text: string) => ({ ...aComment({ text }), user: kofiAsPushed })
const aNotification = (type: 'like' | 'follow'): ServerToClientEvents['notification'] => ({
  ...{ _id: aPost()._id, type, from: kofi, actors: [kofi], actorCount: 1, text: '', isRead: false },
  ...{ createdAt: aPost().createdAt, updatedAt: aPost().createdAt, post: null, commentId: null },
})
const pill = (name: string) => screen.findByRole('button', { name })
const shownPosts = () => screen.getAllByRole('article').map((post) => post.querySelector('p')?.textContent)

describe('a visible post', () => {
  it('is subscribed to while it is near the screen', async () => {
    const post = aPost()
    renderFeed('/home', { 'GET /posts': () => aPage([post]) }, live)
    await screen.findByRole('article')
    expect(live.watchedPostIds).not.toContain(post._id)
    scrollToListEnd()
    await waitFor(() => expect(live.watchedPostIds).toContain(post._id))
  })

  it("shows likes and comments of others, and keeps the viewer's own like", async () => {
    const post = aPost({ viewerLiked: true, likes: [annAsAuthor._id], likesCount: 1 })
    renderFeed('/home', { 'GET /posts': () => aPage([post]) }, live)
    await screen.findByText('1 like')
    const comments = [toPushedComment('What a ride')]
    const likes = [kofi._id, annAsAuthor._id]
    await live.receive('postUpdated', toPostUpdatedPush(post, { likes, likesCount: 2, comments, commentsCount: 1 }))
    expect(await screen.findByText('2 likes')).toBeVisible()
    expect(screen.getByText('What a ride')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('shows no comment that the viewer mutes, and leaves a feed when an edit gives it a muted word or tag', async () => {
    const [post, other] = [aPost({ content: 'Bread' }), aPost({ content: 'Rain', user: kofi })]
    const responses = {
      'GET /posts': () => aPage([post, other]),
      'GET /users/muted-words': () => ({ words: [{ text: 'finale', until: null, in: ['feed' as const] }] }),
      'GET /posts/muted': () => ({ posts: [], tags: [{ tag: 'moss', mutedUntil: null }] }),
    }
    renderFeed('/home', responses, live)
    await screen.findByText('Bread')
    const tagged = { ...toPushedComment('Green #moss'), facets: [{ start: 6, end: 11, tag: 'moss' }] }
    const comments = [toPushedComment('Good morning'), toPushedComment('The FINALE, at last'), tagged]
    await live.receive('postUpdated', toPostUpdatedPush(post, { comments, commentsCount: 3 }))
    expect(await screen.findByText('Good morning')).toBeVisible()
    expect(screen.queryByText(/FINALE|moss/)).not.toBeInTheDocument()
    const edited = { content: 'Rain, and a finale', editedAt: '2026-05-01T13:00:00.000Z' }
    await live.receive('postUpdated', toPostUpdatedPush(other, edited))
    await waitFor(() => expect(screen.queryByText(/Rain/)).not.toBeInTheDocument())
  })

  it('shows what the viewer did on another device', async () => {
    const post = aPost()
    renderFeed('/home', { 'GET /posts': () => aPage([post]) }, live)
    await screen.findByText('0 likes')
    const likes = [annAsAuthor._id]
    await live.receive('postUpdated', toPostUpdatedPush(post, { likes, likesCount: 1, actorId: annAsAuthor._id }))
    expect(screen.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('ignores an older push', async () => {
    const post = aPost({ likesCount: 5, rev: 7 })
    renderFeed('/home', { 'GET /posts': () => aPage([post]) }, live)
    await screen.findByText('5 likes')
    await live.receive('postUpdated', toPostUpdatedPush(post, { likesCount: 4, rev: 6 }))
    expect(screen.getByText('5 likes')).toBeVisible()
  })

  it('keeps a pending like', async () => {
    const post = aPost()
    const never = () => new Promise<never>(() => {})
    renderFeed('/home', { 'GET /posts': () => aPage([post]), 'POST /posts/:id/like': never }, live)
    await userEvent.click(await screen.findByRole('button', { name: 'Like' }))
    await live.receive('postUpdated', toPostUpdatedPush(post, { likes: [kofi._id], likesCount: 1 }))
    expect(screen.getByText('2 likes')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('disappears when it is deleted', async () => {
    const post = aPost({ content: 'Not for long' })
    renderFeed('/home', { 'GET /posts': () => aPage([post, aPost({ content: 'Still here' })]) }, live)
    await screen.findByText('Not for long')
    await live.receive('postDeleted', { postId: post._id })
    expect(screen.queryByText('Not for long')).not.toBeInTheDocument()
    expect(screen.getByText('Still here')).toBeVisible()
  })
})

describe('the page of a post', () => {
  it('lists a new comment immediately, and the own comment only once', async () => {
    const post = aPost()
    const comment = aComment({ user: annAsAuthor, text: 'My word' })
    const { isFollowing: _, ...ann } = annAsAuthor
    const commented = { ...post, rev: 2, comments: [comment], commentsCount: 1 }
    renderFeed(
      `/post/${post._id}`,
      {
        'GET /posts/:id': () => post,
        'POST /posts/:id/comments': async () => {
          await live.receive(
            'postUpdated',
            toPostUpdatedPush(post, { comments: [{ ...comment, user: ann }], commentsCount: 1 }),
          )
          return { post: commented, comment }
        },
      },
      live,
    )
    await screen.findByText('No comments yet. Be the first to comment.')
    await userEvent.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'My word{Enter}')
    const comments = within(await screen.findByRole('region', { name: 'Comments (1)' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Write a comment' })).toHaveValue(''))
    expect(comments.getAllByText('My word')).toHaveLength(1)
    await live.receive(
      'postUpdated',
      toPostUpdatedPush(commented, {
        comments: [{ ...comment, user: ann }, toPushedComment('And mine')],
        commentsCount: 2,
      }),
    )
    await comments.findByText('And mine')
    expect(comments.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'My word',
      'And mine',
    ])
  })

  it('shows an error if the post is deleted meanwhile', async () => {
    const post = aPost()
    const network = renderFeed(`/post/${post._id}`, { 'GET /posts/:id': () => post }, live)
    await screen.findByRole('article')
    network.respondWith({ 'GET /posts/:id': () => ({ refuse: { status: 404, code: 'post_not_found' } }) })
    await live.receive('postDeleted', { postId: post._id })
    expect(await screen.findByText('Post not found')).toBeVisible()
  })
})

describe('new posts', () => {
  it('wait behind a pill with their count, and load on click', async () => {
    const [older, newer, newest] = ['Older', 'Newer', 'Newest'].map((content) => aPost({ content })) as [
      PostView,
      PostView,
      PostView,
    ]
    const network = renderFeed('/home', { 'GET /posts': () => aPage([older]) }, live)
    await screen.findByText('Older')
    network.respondWith({ 'GET /posts': () => aPage([newest, newer, older]) })
    await live.receive('postCreated', { postId: newer._id, authorId: kofi._id })
    expect(await pill('1 new post')).toBeVisible()
    await live.receive('postCreated', { postId: newest._id, authorId: kofi._id })
    await live.receive('postCreated', { postId: newest._id, authorId: kofi._id })
    const button = await pill('2 new posts')
    expect(shownPosts()).toEqual(['Older'])
    await userEvent.click(button)
    expect(await screen.findByText('Newest')).toBeVisible()
    await findPostList()
    expect(shownPosts()).toEqual(['Newest', 'Newer', 'Older'])
    expect(screen.queryByRole('button', { name: /new post/ })).not.toBeInTheDocument()
  })

  it('stay behind the pill if they fail to load', async () => {
    const network = renderFeed('/home', { 'GET /posts': () => aPage([aPost({ content: 'Older' })]) }, live)
    await screen.findByText('Older')
    network.respondWith({ 'GET /posts': () => 'no network' })
    await live.receive('postCreated', { postId: aPost()._id, authorId: kofi._id })
    await userEvent.click(await pill('1 new post'))
    expect(await screen.findByText('Failed to load posts')).toBeVisible()
    expect(await pill('1 new post')).toBeVisible()
    expect(shownPosts()).toEqual(['Older'])
  })

  it('are not lost if the end of a short list is on the screen while they load', async () => {
    const [newest, older] = [aPost({ content: 'Newest' }), aPost({ content: 'Older' })]
    const network = renderFeed('/home', { 'GET /posts': () => aPage([older], 'next') }, live)
    await screen.findByText('Older')
    const reload = Promise.withResolvers<ReturnType<typeof aPage>>()
    network.respondWith({ 'GET /posts': ({ query }) => (query.get('cursor') ? aPage([]) : reload.promise) })
    await live.receive('postCreated', { postId: newest._id, authorId: kofi._id })
    await userEvent.click(await pill('1 new post'))
    scrollToListEnd()
    reload.resolve(aPage([newest, older], 'next'))
    expect(await screen.findByText('Newest')).toBeVisible()
    await waitFor(() => {
      scrollToListEnd() // again, because the list renders its further posts later
      expect(network.last('GET /posts')?.query.get('cursor')).toBe('next')
    })
  })

  it('are not counted if they are deleted meanwhile', async () => {
    const network = renderFeed('/home', {}, live)
    await screen.findByText('No posts yet')
    const { _id } = aPost()
    await live.receive('postCreated', { postId: _id, authorId: kofi._id })
    await pill('1 new post')
    await live.receive('postDeleted', { postId: _id })
    expect(screen.queryByRole('button', { name: /new post/ })).not.toBeInTheDocument()
    expect(network.count('GET /posts')).toBe(1)
  })
})

describe('a post that is not pushed', () => {
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  it('waits behind the pill within a minute while the page is visible', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'setImmediate', 'performance'] })
    const isHidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const older = aPost({ content: 'Older' })
    const network = renderFeed('/home', { 'GET /posts': () => aPage([older]) }, live)
    await screen.findByText('Older')
    network.respondWith({ 'GET /posts': () => aPage([aPost({ content: 'Newer' }), older]) })
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    expect(network.count('GET /posts')).toBe(1)
    isHidden.mockReturnValue(false)
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    expect(await pill('1 new post')).toBeVisible()
    expect(network.count('GET /posts')).toBe(2)
    expect(shownPosts()).toEqual(['Older'])
  })
})

describe('after a reconnect', () => {
  it('updates visible posts, and newer ones wait behind the pill', async () => {
    const shown = aPost({ content: 'Known', user: kofi, likesCount: 1 })
    const network = renderFeed('/home', { 'GET /posts': () => aPage([shown]) }, live)
    await screen.findByText('Known')
    await waitFor(() =>
      expect(within(screen.getByRole('region', { name: 'Posts' })).getByRole('status')).toBeEmptyDOMElement(),
    ) // the pill has loaded
    const fresh = { ...shown, user: { ...kofi, fullName: 'Kofi Asante' }, likesCount: 2, rev: 2 }
    network.respondWith({ 'GET /posts': () => aPage([aPost({ content: 'Came meanwhile' }), fresh]) })
    await live.resync(60_000)
    expect(await pill('1 new post')).toBeVisible()
    expect(screen.getByText('2 likes')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Kofi Asante' })).toBeVisible()
    expect(shownPosts()).toEqual(['Known'])
  })

  it('refetches subscribed posts by id, and removes deleted ones', async () => {
    const remaining = aPost({ content: 'Kept', likesCount: 1 })
    const lost = aPost({ content: 'Lost' })
    const network = renderFeed('/home', { 'GET /posts': () => aPage([remaining, lost]) }, live)
    await findPostList()
    scrollToListEnd()
    await waitFor(() => expect(live.watchedPostIds.size).toBe(2))
    network.respondWith({
      'GET /posts': ({ query }) => aPage(query.has('ids') ? [{ ...remaining, likesCount: 9, rev: 2 }] : [remaining]),
    })
    await live.resync(5_000)
    expect(await screen.findByText('9 likes')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Lost')).not.toBeInTheDocument())
    const requested = network.calls.find(({ query }) => query.has('ids'))?.query.get('ids')
    expect(requested?.split(',').sort()).toEqual([remaining._id, lost._id].sort())
  })
})

describe('the follow list of the viewer', () => {
  it('is refetched after a reconnect', async () => {
    const network = renderFeed('/home', { 'GET /posts': () => aPage([aPost()]) }, live)
    await screen.findByRole('button', { name: 'Follow Kofi Mensah' })
    network.respondWith({ 'GET /auth/me': () => ({ ...ann, following: [kofi._id] }) })
    await live.resync(60_000)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Follow Kofi Mensah' })).not.toBeInTheDocument())
    network.respondWith({ 'GET /auth/me': () => ann })
    await live.resync(60_000)
    expect(await screen.findByRole('button', { name: 'Follow Kofi Mensah' })).toBeVisible()
  })

  it('is not overwritten by a response that is older than a click', async () => {
    let response = () => {}
    const network = renderFeed(
      '/home',
      {
        'GET /posts': () => aPage([aPost()]),
        'POST /users/:id/follow': () => ({ isFollowing: true, followerCount: 1 }),
      },
      live,
    )
    const follow = await screen.findByRole('button', { name: 'Follow Kofi Mensah' })
    const late = new Promise<typeof ann>((resolve) => {
      response = () => resolve(ann)
    })
    network.respondWith({ 'GET /auth/me': () => late })
    await live.resync(60_000)
    await userEvent.click(follow)
    response()
    await live.receive('postDeleted', { postId: 'another' })
    expect(screen.queryByRole('button', { name: 'Follow Kofi Mensah' })).not.toBeInTheDocument()
  })
})

describe('a notification of a new follower', () => {
  it('updates the own follower count, and other notifications load nothing', async () => {
    let followerCount = 1
    const network = renderFeed(
      '/home',
      { 'GET /auth/profile/:idOrUsername': () => ({ user: aProfile({ followerCount }), isFollowing: false }) },
      live,
    )
    const findCount = async () => (await screen.findByText(/^Followers?$/)).nextSibling
    await waitFor(async () => expect(await findCount()).toHaveTextContent('1'))
    followerCount = 2
    await live.receive('notification', aNotification('like'))
    await live.receive('notification', aNotification('follow'))
    await waitFor(async () => expect(await findCount()).toHaveTextContent('2'))
    expect(network.calls.filter(({ key }) => key === 'GET /auth/profile/:idOrUsername')).toHaveLength(2)
  })
})

describe('followUpdated', () => {
  it('updates every card of the member, and the own count', async () => {
    renderFeed('/home', { 'GET /posts': () => aPage([aPost()]) }, live)
    await screen.findByRole('button', { name: 'Follow Kofi Mensah' })
    expect(await screen.findByText('Following')).toBeVisible()
    await live.receive('followUpdated', { userId: kofi._id, isFollowing: true, followerCount: 4 })
    expect(screen.queryByRole('button', { name: 'Follow Kofi Mensah' })).not.toBeInTheDocument()
    expect(screen.getByText('Following').nextSibling).toHaveTextContent('3')
    await live.receive('followUpdated', { userId: kofi._id, isFollowing: true, followerCount: 4 })
    expect(screen.getByText('Following').nextSibling).toHaveTextContent('3')
  })
})
