import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver, scrollToListEnd } from '@meadow/features/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aListedMember, renderProfile } from '../testing/render-profile.tsx'

beforeEach(() => fakeIntersectionObserver())

const mara = aListedMember({ username: 'mara', fullName: 'Mara Lindqvist', bio: 'Walks the long way home.' })
const lena = aListedMember({ username: 'lena', fullName: 'Lena Vogel' })
const found = (...users: (typeof mara)[]) => ({ users, hasMore: false, nextCursor: null })
const searchBox = () => screen.getByRole('textbox', { name: 'Search by name or @username' })

it('shows all members, twelve at a time', async () => {
  const network = renderProfile('/friends', {
    'GET /auth/users': ({ query }) =>
      query.get('cursor') ? found(lena) : { users: [mara], hasMore: true, nextCursor: 'next' },
  })
  expect(await screen.findByRole('link', { name: 'Mara Lindqvist' })).toHaveAttribute('href', '/profile/mara')
  expect(screen.getByText('Walks the long way home.')).toBeVisible()
  scrollToListEnd()
  expect(await screen.findByRole('link', { name: 'Lena Vogel' })).toBeVisible()
  const requested = network.calls.filter(({ key }) => key === 'GET /auth/users').map(({ query }) => `${query}`)
  expect(requested).toEqual(['query=&limit=12', 'query=&limit=12&cursor=next'])
})

it('shows what connects the viewer with each member, or their followers', async () => {
  const others = [2, 1].map((mutualFriendCount, at) => aListedMember({ username: `m${at}`, mutualFriendCount }))
  const popular = aListedMember({ username: 'popular', followerCount: 1 })
  const newcomer = aListedMember({ username: 'newcomer', followerCount: 0 })
  renderProfile('/friends', { 'GET /auth/users': () => found(...others, popular, newcomer) })
  await screen.findByText('@popular')
  for (const reason of ['2 mutual friends', '1 mutual friend', '1 follower', 'New here'])
    expect(screen.getByText(reason)).toBeVisible()
})

it('searches when typing pauses, and stores the search in the URL', async () => {
  const network = renderProfile('/friends', {
    'GET /auth/users': ({ query }) => found(query.get('query') === 'lena' ? lena : mara),
  })
  await screen.findByRole('link', { name: 'Mara Lindqvist' })
  await userEvent.type(searchBox(), 'lena')
  expect(await screen.findByRole('link', { name: 'Lena Vogel' })).toBeVisible()
  expect(network.count('GET /auth/users')).toBe(2)
  expect(screen.getByLabelText('address')).toHaveTextContent('/friends?q=lena')
})

it('starts with the search of the URL, and clears it', async () => {
  renderProfile('/friends?q=nobody', {
    'GET /auth/users': ({ query }) => (query.get('query') ? found() : found(mara)),
  })
  expect(await screen.findByText('No one found')).toBeVisible()
  expect(searchBox()).toHaveValue('nobody')
  await userEvent.click(screen.getByRole('button', { name: 'Show everyone' }))
  expect(await screen.findByRole('link', { name: 'Mara Lindqvist' })).toBeVisible()
  expect(searchBox()).toHaveValue('')
})

it('shows an error and loads again on retry', async () => {
  const network = renderProfile('/friends', { 'GET /auth/users': () => ({ refuse: { status: 500 } }) })
  expect(await screen.findByText('Failed to load people')).toBeVisible()
  network.respondWith({ 'GET /auth/users': () => found(mara) })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: 'Mara Lindqvist' })).toBeVisible()
})

it('follows immediately, and rolls back a failure silently', async () => {
  const network = renderProfile('/friends', {
    'GET /auth/users': () => found(mara),
    'POST /users/:id/follow': () => ({ isFollowing: true, followerCount: 1 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Follow Mara Lindqvist' }))
  expect(await screen.findByRole('button', { name: 'Following Mara Lindqvist' })).toBeVisible()
  await waitFor(() => expect(network.count('POST /users/:id/follow')).toBe(1))
  network.respondWith({ 'POST /users/:id/follow': () => ({ refuse: { status: 500 } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Following Mara Lindqvist' }))
  await waitFor(() => expect(network.count('POST /users/:id/follow')).toBe(2))
  expect(await screen.findByRole('button', { name: 'Following Mara Lindqvist' })).toBeVisible()
  expect(screen.queryByText('An error occurred. Please try again.')).not.toBeInTheDocument()
})

it('focuses the search field with /', async () => {
  renderProfile('/friends', { 'GET /auth/users': () => found() })
  expect(await screen.findByText('No one else is here yet')).toBeVisible()
  await userEvent.keyboard('/')
  expect(searchBox()).toHaveFocus()
})
