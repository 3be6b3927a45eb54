import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  ann,
  aPage,
  aPost,
  fakeIntersectionObserver,
  findPostList,
  kofi,
  scrollToListEnd,
  somebody,
} from '@meadow/features/testing'
import { api } from '@meadow/web'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../testing/render-feed.tsx'

beforeEach(() => fakeIntersectionObserver())

const followsMany = { ...ann, following: ['a', 'b', 'c', 'd', 'e'] }
const pages = [aPage([aPost({ content: 'First' })], 'next'), aPage([aPost({ content: 'Second' })])] as const

describe('the feed', () => {
  it('loads pages of five posts by cursor, and marks the end', async () => {
    const network = renderFeed('/home', { 'GET /posts': ({ query }) => pages[query.get('cursor') ? 1 : 0] })
    await findPostList()
    expect(screen.queryByText("You're all caught up")).not.toBeInTheDocument()
    scrollToListEnd()
    expect(await screen.findByText('Second')).toBeVisible()
    expect(screen.getByText("You're all caught up")).toBeVisible()
    const requested = network.calls
      .filter(({ key }) => key === 'GET /posts')
      .map(({ query }) => Object.fromEntries(query))
    expect(requested).toEqual([
      { scope: 'all', limit: '5' },
      { scope: 'all', limit: '5', cursor: 'next' },
    ])
  })

  it('shows an error and loads again on retry', async () => {
    const network = renderFeed('/home', { 'GET /posts': () => ({ refuse: { status: 500 } }) })
    expect(await screen.findByText('Failed to load posts')).toBeVisible()
    network.respondWith({ 'GET /posts': () => aPage([aPost({ content: 'There it is' })]) })
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('There it is')).toBeVisible()
  })

  it('keeps loaded posts if a later page fails, and continues on retry', async () => {
    const network = renderFeed('/home', {
      'GET /posts': ({ query }) => (query.get('cursor') ? { refuse: { status: 500 } } : pages[0]),
    })
    await findPostList()
    scrollToListEnd()
    expect(await screen.findByText('Failed to load more posts')).toBeVisible()
    expect(screen.getByText('First')).toBeVisible()
    network.respondWith({ 'GET /posts': () => pages[1] })
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Second')).toBeVisible()
  })

  it('says that there is more while one is offline, and goes on later', async () => {
    const network = renderFeed('/home', {
      'GET /posts': ({ query }) => (query.get('cursor') ? 'no network' : pages[0]),
      'GET /health': () => 'no network',
    })
    await findPostList()
    scrollToListEnd()
    expect(await screen.findByText("There's more when you're online")).toBeVisible()
    expect(screen.queryByText('Failed to load more posts')).toBeNull()
    network.respondWith({ 'GET /posts': ({ query }) => pages[query.get('cursor') ? 1 : 0] })
    await act(() => api('GET /posts')) // any response of the server
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Second')).toBeVisible()
  })

  it('shows all posts to members who follow few others, and says so', async () => {
    renderFeed('/home')
    expect(await screen.findByText(/You see everyone's posts/)).toBeVisible()
    expect(await screen.findByText('No posts yet')).toBeVisible()
  })

  it('suggests posts of others in a region of their own after the end of the feed', async () => {
    renderFeed('/home', {
      'GET /auth/me': () => followsMany,
      'GET /posts': ({ query }) => aPage([aPost({ content: query.get('scope') ?? '' })]),
      'GET /posts/discover': () => aPage([aPost({ content: 'ranked', reason: { kind: 'new' } })]),
      'GET /posts/discover/exclusions': () => ({ members: [], tags: [] }),
    })
    expect(await screen.findByText('following')).toBeVisible()
    expect(screen.queryByText(/You see everyone's posts/)).not.toBeInTheDocument()
    const suggested = await screen.findByRole('region', { name: 'Suggested for you' })
    expect(await within(suggested).findByText('ranked')).toBeVisible()
    expect(within(suggested).getByText('New on Meadow')).toBeVisible()
  })
})

describe('following somebody', () => {
  it('updates every card of the member immediately, and the own count', async () => {
    const priya = somebody({ fullName: 'Priya Nair', username: 'priya' })
    const network = renderFeed('/home', {
      'GET /posts': () => aPage([aPost(), aPost({ user: priya }), aPost()]),
      'POST /users/:id/follow': () => new Promise(() => {}),
    })
    await findPostList()
    const [button] = await screen.findAllByRole('button', { name: 'Follow Kofi Mensah' })
    await userEvent.click(button as HTMLElement)
    expect(screen.queryByRole('button', { name: 'Follow Kofi Mensah' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Follow Priya Nair' })).toBeVisible()
    expect(screen.getByText('Following').nextSibling).toHaveTextContent('3')
    await waitFor(() =>
      expect(network.last('POST /users/:id/follow')).toMatchObject({
        path: `/users/${kofi._id}/follow`,
        body: { state: true },
      }),
    )
  })

  it('is rolled back if it fails', async () => {
    renderFeed('/home', {
      'GET /posts': () => aPage([aPost()]),
      'POST /users/:id/follow': () => ({ refuse: { status: 500 } }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Follow Kofi Mensah' }))
    expect(await screen.findByText('An error occurred. Please try again.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Follow Kofi Mensah' })).toBeVisible()
  })

  it('can be undone after an unfollow from the menu of a post', async () => {
    const network = renderFeed('/home', {
      'GET /posts': () => aPage([aPost({ user: { ...kofi, isFollowing: true } })]),
      'POST /users/:id/follow': ({ body }) => ({ isFollowing: (body as { state: boolean }).state, followerCount: 1 }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Unfollow @kofi' }))
    expect(await screen.findByRole('button', { name: 'Follow Kofi Mensah' })).toBeVisible()
    await waitFor(() => expect(network.count('POST /users/:id/follow')).toBe(1)) // otherwise both would vanish unsent
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Follow Kofi Mensah' })).not.toBeInTheDocument())
    const followBodies = () =>
      network.calls.filter(({ key }) => key === 'POST /users/:id/follow').map(({ body }) => body)
    await waitFor(() => expect(followBodies()).toEqual([{ state: false }, { state: true }]))
  })
})

describe('the keyboard', () => {
  it('moves through posts with j and k, likes with l, and opens the composer with n', async () => {
    const network = renderFeed('/home', {
      'GET /posts': () => aPage([aPost({ content: 'One' }), aPost({ content: 'Two' })]),
      'POST /posts/:id/like': () => new Promise(() => {}),
    })
    await findPostList()
    const [one, two] = screen.getAllByRole('article')
    await userEvent.keyboard('jj')
    expect(two).toHaveFocus()
    await userEvent.keyboard('k')
    expect(one).toHaveFocus()
    await userEvent.keyboard('l')
    await waitFor(() => expect(network.count('POST /posts/:id/like')).toBe(1))
    await userEvent.keyboard('n')
    expect(await screen.findByRole('dialog', { name: 'Create Post' })).toBeVisible()
  })
})

describe('a link to the composer', () => {
  it('opens it, and not again after a reload', async () => {
    renderFeed({ pathname: '/home', state: { compose: true } })
    expect(await screen.findByRole('dialog', { name: 'Create Post' })).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('state')).toHaveTextContent('{"stay":true}'))
  })
})
