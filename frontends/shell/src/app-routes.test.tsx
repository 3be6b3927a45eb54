import { beforeEach, expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { fireEvent, screen } from '@testing-library/react'
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
