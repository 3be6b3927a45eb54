import { beforeEach, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeIntersectionObserver, scrollToListEnd } from '../testing/fake-intersection-observer.ts'
import { annAsAuthor, aPage, aPost, kofi, somebody } from '../testing/fixtures.ts'
import { renderPostList } from '../testing/render-post-list.tsx'

beforeEach(() => fakeIntersectionObserver())

const [mara, lena] = [
  somebody({ username: 'mara', fullName: 'Mara Lindqvist' }),
  somebody({ username: 'lena', fullName: 'Lena Vogel', isFollowing: true }),
]
const likedPost = aPost({ likesCount: 3, likes: [kofi._id], viewerLiked: false })
type Responses = Parameters<typeof renderPostList>[0]

async function openLikes(responses: Responses) {
  const network = renderPostList({ 'GET /posts': () => aPage([likedPost]), ...responses })
  await userEvent.click(await screen.findByRole('button', { name: '3 likes' }))
  return { network, dialog: within(await screen.findByRole('dialog', { name: 'Liked by' })) }
}

it('a tap on the count of likes shows who likes the post, with buttons to follow, and likes nothing', async () => {
  const { network, dialog } = await openLikes({
    'GET /posts/:id/likes': () => ({ members: [mara, lena, annAsAuthor], hasMore: false, nextCursor: null }),
    'POST /users/:id/follow': () => ({ isFollowing: true, followerCount: 1 }),
  })
  expect(await dialog.findByRole('link', { name: /Mara Lindqvist/ })).toHaveAttribute('href', '/profile/mara')
  expect(dialog.getByRole('button', { name: 'Following Lena Vogel' })).toBeVisible()
  expect(dialog.getAllByRole('listitem')).toHaveLength(3)
  await userEvent.click(dialog.getByRole('button', { name: 'Follow Mara Lindqvist' }))
  expect(await dialog.findByRole('button', { name: 'Following Mara Lindqvist' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: /Ann/ })).not.toBeInTheDocument()
  expect(dialog.queryByText(/cannot see/)).not.toBeInTheDocument()
  expect(network.count('POST /posts/:id/like')).toBe(0)
})

it('loads more at the end, shows nobody twice, and says that others are counted', async () => {
  const { network, dialog } = await openLikes({
    'GET /posts/:id/likes': ({ query }) =>
      query.get('cursor')
        ? { members: [mara, lena], hasMore: false, nextCursor: null }
        : { members: [mara], hasMore: true, nextCursor: 'next' },
  })
  await dialog.findByRole('link', { name: /Mara/ })
  scrollToListEnd()
  expect(await dialog.findByRole('link', { name: /Lena/ })).toBeVisible()
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  expect(dialog.getByText('And 1 more whom you cannot see.')).toBeVisible()
  expect(network.last('GET /posts/:id/likes')?.query.toString()).toBe('limit=20&cursor=next')
})

it('says since when each is counted, and when the number was last checked', async () => {
  const now = Date.now()
  const { dialog } = await openLikes({
    'GET /posts/:id/likes': () => ({
      members: [{ ...mara, at: new Date(now - 3 * 86_400_000).toISOString() }],
      hasMore: false,
      nextCursor: null,
    }),
    'GET /posts/:id/counts': () => ({
      firstDays: { likes: '2026-03-02', comments: null, shares: null },
      checkedAt: new Date(now - 20 * 60_000).toISOString(),
    }),
  })
  expect(await dialog.findByText('3d')).toBeVisible()
  expect(
    await dialog.findByText('The first is from March 2, 2026. Counted live. Last checked 20 minutes ago.'),
  ).toBeVisible()
})

it('counts nobody who is missing if the list knows more members than the number', async () => {
  const { dialog } = await openLikes({
    'GET /posts/:id/likes': () => ({
      members: [mara, lena, annAsAuthor, somebody()],
      hasMore: false,
      nextCursor: null,
    }),
  })
  expect(await dialog.findAllByRole('listitem')).toHaveLength(4)
  expect(dialog.queryByText(/more whom you cannot see/)).not.toBeInTheDocument()
})

it('says so if the number was not checked yet', async () => {
  const { dialog } = await openLikes({
    'GET /posts/:id/likes': () => ({ members: [mara, lena, annAsAuthor], hasMore: false, nextCursor: null }),
    'GET /posts/:id/counts': () => ({ firstDays: { likes: null, comments: null, shares: null }, checkedAt: null }),
  })
  expect(await dialog.findByText('Counted live. Not checked yet.')).toBeVisible()
})

it('says so if nobody can be shown, and offers to try again after a failure', async () => {
  let attempts = 0
  const { dialog } = await openLikes({
    'GET /posts/:id/likes': () =>
      ++attempts === 1
        ? { refuse: { status: 500, error: 'Something went wrong' } }
        : { members: [], hasMore: false, nextCursor: null },
  })
  await userEvent.click(await dialog.findByRole('button', { name: 'Try Again' }))
  expect(await dialog.findByText('Nobody to show')).toBeVisible()
})

it('a post without likes and shares has no lists', async () => {
  renderPostList({ 'GET /posts': () => aPage([aPost()]) })
  expect(await screen.findByText('0 likes')).toBeInTheDocument()
  for (const name of ['0 likes', '0 shares']) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

it('a tap on the count of shares shows who shares the post, opens no menu and shares nothing', async () => {
  const network = renderPostList({
    'GET /posts': () => aPage([aPost({ likesCount: 1, sharesCount: 2, viewerShared: false })]),
    'GET /posts/:id/shares': () => ({ members: [mara, lena], hasMore: false, nextCursor: null }),
    'GET /posts/:id/likes': () => ({ members: [annAsAuthor], hasMore: false, nextCursor: null }),
  })
  await userEvent.click(await screen.findByRole('button', { name: '2 shares' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared by' }))
  expect(await dialog.findByRole('link', { name: /Mara Lindqvist/ })).toBeVisible()
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  expect(dialog.queryByText(/cannot see/)).not.toBeInTheDocument()
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(network.count('POST /posts/:id/share')).toBe(0)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: '1 like' }))
  const likedBy = within(await screen.findByRole('dialog', { name: 'Liked by' }))
  expect(await likedBy.findByRole('link', { name: /Ann/ })).toBeVisible()
  expect(likedBy.queryByText(/Mara/)).not.toBeInTheDocument()
})
