import { beforeEach, expect, it, jest } from '@jest/globals'
import { ann, aPage, aPost, fakeIntersectionObserver, findPostList, scrollToListEnd } from '@meadow/features/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

beforeEach(() => {
  fakeIntersectionObserver()
  Element.prototype.scrollIntoView = jest.fn()
})

const followsMany = { ...ann, following: ['a', 'b', 'c', 'd', 'e'] }
const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`
const postAt = (minute: number) => aPost({ content: `Post ${minute}`, createdAt: at(minute) })

type FakeResponses = Parameters<typeof renderFeed>[1]

const renderFollowing = (seenUntil: string | null, responses: FakeResponses) =>
  renderFeed('/home', {
    'GET /auth/me': () => followsMany,
    'GET /posts/reading-position': () => ({ seenUntil }),
    'GET /posts/discover': () => aPage([]),
    'GET /posts/discover/exclusions': () => ({ members: [], tags: [] }),
    ...responses,
  })

const findMarkedPost = async () => (await screen.findByText('You left off here')).closest('article') as HTMLElement
const GO = { name: 'Go to where you left off' }

it('the feed says where the member left off, also after they have seen the new posts', async () => {
  const network = renderFollowing(at(5), { 'GET /posts': () => aPage([9, 8, 7, 5, 4].map(postAt)) })
  await findPostList()
  expect(within(await findMarkedPost()).getByText('Post 5')).toBeVisible()
  scrollToListEnd()
  await waitFor(() => expect(network.last('PUT /posts/reading-position')).toMatchObject({ body: { seenUntil: at(9) } }))
  expect(within(await findMarkedPost()).getByText('Post 5')).toBeVisible()
  await userEvent.click(screen.getByRole('button', GO))
  expect(await findMarkedPost()).toHaveFocus()
})

it('a jump loads the pages down to the mark', async () => {
  const pages: Record<string, ReturnType<typeof aPage>> = {
    first: aPage([9, 8].map(postAt), 'second'),
    second: aPage([7, 6].map(postAt), 'third'),
    third: aPage([5, 4].map(postAt), 'fourth'),
  }
  const network = renderFollowing(at(5), {
    'GET /posts': ({ query }) => pages[query.get('cursor') ?? 'first'] as never,
  })
  await findPostList()
  await userEvent.click(await screen.findByRole('button', GO))
  expect(within(await findMarkedPost()).getByText('Post 5')).toBeVisible()
  await waitFor(async () => expect(await findMarkedPost()).toHaveFocus())
  expect(network.calls.filter(({ key }) => key === 'GET /posts')).toHaveLength(3)
})

it('a jump ends at the first page that cannot be loaded, and the next one goes on from there', async () => {
  let isReachable = false
  const network = renderFollowing(at(5), {
    'GET /posts': ({ query }) => {
      if (!query.has('cursor')) return aPage([9, 8].map(postAt), 'second')
      return isReachable ? aPage([6, 5].map(postAt)) : ({ refuse: { status: 500 } } as never)
    },
  })
  const countPages = () => network.calls.filter(({ key }) => key === 'GET /posts').length
  await findPostList()
  await userEvent.click(await screen.findByRole('button', GO))
  expect(await screen.findByText('Failed to load more posts')).toBeVisible()
  expect(countPages()).toBe(2)
  isReachable = true
  await userEvent.click(screen.getByRole('button', GO))
  await waitFor(async () => expect(await findMarkedPost()).toHaveFocus())
  expect(countPages()).toBe(3)
})

it('there is no mark and no button if nothing is new', async () => {
  const network = renderFollowing(at(9), { 'GET /posts': () => aPage([9, 5].map(postAt), 'more') })
  await findPostList()
  await waitFor(() => expect(network.last('GET /posts/reading-position')).toBeDefined())
  expect(screen.queryByText('You left off here')).toBeNull()
  expect(screen.queryByRole('button', GO)).toBeNull()
})

it('a member who has never seen the feed gets no mark, and their position is stored', async () => {
  const network = renderFollowing(null, { 'GET /posts': () => aPage([9, 5].map(postAt)) })
  await findPostList()
  await waitFor(() => {
    scrollToListEnd() // again, because only a position that was read is stored anew
    expect(network.last('PUT /posts/reading-position')).toMatchObject({ body: { seenUntil: at(9) } })
  })
  expect(screen.queryByText('You left off here')).toBeNull()
})

it('a position that cannot be read leaves the feed as it is', async () => {
  const network = renderFollowing(null, {
    'GET /posts': () => aPage([9].map(postAt)),
    'GET /posts/reading-position': () => ({ refuse: { status: 500 } }),
  })
  await findPostList()
  await waitFor(() => expect(network.last('GET /posts/reading-position')).toBeDefined())
  expect(screen.queryByText('You left off here')).toBeNull()
  expect(screen.getByText('Post 9')).toBeVisible()
})

it('a newcomer who sees the posts of everyone has no position', async () => {
  const network = renderFeed('/home', { 'GET /posts': () => aPage([9].map(postAt)) })
  await findPostList()
  scrollToListEnd()
  expect(network.last('GET /posts/reading-position')).toBeUndefined()
})
