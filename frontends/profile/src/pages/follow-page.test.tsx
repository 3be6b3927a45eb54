import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver, scrollToListEnd } from '@meadow/features/testing'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aListedMember, renderProfile } from '../testing/render-profile.tsx'

beforeEach(() => fakeIntersectionObserver())

const mara = aListedMember({ username: 'mara', fullName: 'Mara Lindqvist', bio: 'Walks the long way home.' })
const lena = aListedMember({ username: 'lena', fullName: 'Lena Vogel' })
const open = (path: string, responses: Parameters<typeof renderProfile>[1] = {}) =>
  renderProfile(path, {
    'GET /auth/profile/:idOrUsername/followers': () => ({ followers: [mara], hasMore: false, nextCursor: null }),
    'GET /auth/profile/:idOrUsername/following': () => ({ following: [lena], hasMore: false, nextCursor: null }),
    ...responses,
  })
const swipe = (from: number, to: number) => {
  const list = screen.getByRole('tabpanel')
  fireEvent.touchStart(list, { touches: [{}], changedTouches: [{ clientX: from, clientY: 300 }] })
  fireEvent.touchEnd(list, { touches: [], changedTouches: [{ clientX: to, clientY: 310 }] })
}
const address = () => screen.getByLabelText('address').textContent

it('starts with the followers, each row links to a profile', async () => {
  open('/profile/kofi/follow')
  const row = await screen.findByRole('link', { name: /Mara Lindqvist/ })
  expect(row).toHaveAttribute('href', '/profile/mara')
  expect(row).toHaveTextContent('@mara')
  expect(row).toHaveTextContent('Walks the long way home.')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('@kofiFollowers')
  expect(screen.getByRole('button', { name: 'Follow Mara Lindqvist' })).toBeVisible()
})

it('switches lists by tab, key and swipe', async () => {
  open('/profile/kofi/follow?tab=following')
  expect(await screen.findByRole('link', { name: /Lena Vogel/ })).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'Followers' }))
  expect(await screen.findByRole('link', { name: /Mara Lindqvist/ })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  expect(address()).toBe('/profile/kofi/follow?tab=following')
  swipe(100, 160)
  expect(address()).toBe('/profile/kofi/follow?tab=followers')
  swipe(160, 120)
  expect(address()).toBe('/profile/kofi/follow?tab=followers')
  swipe(160, 100)
  expect(address()).toBe('/profile/kofi/follow?tab=following')
})

it('loads twenty more at the end', async () => {
  const network = open('/profile/kofi/follow', {
    'GET /auth/profile/:idOrUsername/followers': ({ query }) =>
      query.get('cursor')
        ? { followers: [lena], hasMore: false, nextCursor: null }
        : { followers: [mara], hasMore: true, nextCursor: 'next' },
  })
  await screen.findByRole('link', { name: /Mara Lindqvist/ })
  scrollToListEnd()
  expect(await screen.findByRole('link', { name: /Lena Vogel/ })).toBeVisible()
  expect(network.last('GET /auth/profile/:idOrUsername/followers')?.query.toString()).toBe('limit=20&cursor=next')
})

it('shows an empty state', async () => {
  open('/profile/kofi/follow', {
    'GET /auth/profile/:idOrUsername/followers': () => ({ followers: [], hasMore: false, nextCursor: null }),
    'GET /auth/profile/:idOrUsername/following': () => ({ following: [], hasMore: false, nextCursor: null }),
  })
  expect(await screen.findByText('No followers yet')).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'Following' }))
  expect(await screen.findByText('No following yet')).toBeVisible()
})

it('goes back to the profile after a direct link', async () => {
  open('/profile/kofi/follow')
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect(address()).toBe('/profile/kofi')
})
