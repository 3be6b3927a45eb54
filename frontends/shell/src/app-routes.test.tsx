import { beforeEach, expect, it } from '@jest/globals'
import { aMember, aProfile, fakeApi, renderPage } from '@meadow/web/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { AppRoutes } from './app-routes.tsx'

beforeEach(() => {
  localStorage.clear()
  fakeApi()
})

it.each([
  ['/', 'Welcome back', 'Sign in · Meadow'],
  ['/signup', 'Create your account', 'Sign up · Meadow'],
  ['/home', 'Welcome back', 'Sign in · Meadow'],
  ['/success', 'Welcome back', 'Sign in · Meadow'],
  ['/terms', 'Terms', 'Terms · Meadow'],
  ['/privacy', 'Privacy', 'Privacy · Meadow'],
  ['/nowhere', "There's nothing here", 'Page not found · Meadow'],
])('%s shows "%s" to a visitor', async (path, heading, title) => {
  renderPage(<AppRoutes />, { path, signedIn: false })
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(document.title).toBe(title)
})

it('shows the next page if the visitor leaves a page that is still loading', async () => {
  renderPage(<AppRoutes />, { path: '/', signedIn: false })
  fireEvent.click(await screen.findByRole('link', { name: 'Sign up' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
})

it.each(['/chat/kofi', '/profile/kofi'])('%s requests the profile beside the code of the page', async (path) => {
  const network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /auth/profile/:idOrUsername': () => ({ user: aProfile(), isFollowing: false }),
  })
  renderPage(<AppRoutes />, { path })
  await waitFor(() => expect(network.last('GET /auth/profile/:idOrUsername')?.path).toBe('/auth/profile/kofi'))
})
