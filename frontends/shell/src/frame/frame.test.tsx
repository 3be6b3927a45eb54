import { beforeEach, describe, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Frame } from './frame.tsx'

const page = (
  <Frame>
    <p>Content</p>
  </Frame>
)

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({ 'GET /auth/me': () => aMember(), 'POST /auth/logout': () => ({ ok: true }) })
})

const topBar = async () => {
  await screen.findAllByRole('link', { name: 'Home' })
  return within(screen.getByRole('banner'))
}

describe('the bars', () => {
  it('offer visitors the way in', () => {
    renderPage(page, { signedIn: false })
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument()
  })

  it('switch between light and dark, and keep the choice', async () => {
    renderPage(page)
    await userEvent.click((await topBar()).getByRole('button', { name: 'Switch to dark mode' }))
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    await userEvent.click((await topBar()).getByRole('button', { name: 'Switch to light mode' }))
    expect(document.documentElement).toHaveAttribute('data-theme', 'light')
  })

  it('log out', async () => {
    renderPage(page)
    await userEvent.click((await topBar()).getByRole('button', { name: 'Log out' }))
    expect(await screen.findByText('You have been successfully logged out.')).toBeInTheDocument()
    expect(localStorage.getItem('userId')).toBeNull()
  })

  it('log out although nobody can be reached, and say so', async () => {
    network.answer({ 'POST /auth/logout': () => 'no network' })
    renderPage(page)
    await userEvent.click((await topBar()).getByRole('button', { name: 'Log out' }))
    expect(await screen.findByText('There was an error logging out.')).toBeInTheDocument()
    expect(localStorage.getItem('userId')).toBeNull()
  })
})
