import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { api, useLocation } from '@meadow/web'
import { aMember, createFakeSocketChannel, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IdleFeatures } from '../idle-features.tsx'
import { useLiveUnreadMessageCount } from '../unread/unread-message-count.ts'
import { AppLayout } from './app-layout.tsx'

const page = (
  <AppLayout>
    <p>Content</p>
  </AppLayout>
)

const Next = () => <p>next: {useLocation().state?.next}</p>
const Live = () => void useLiveUnreadMessageCount()

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'POST /auth/logout': () => ({ ok: true }),
    'GET /posts/notifications/unread-count': () => ({ count: 2 }),
    'GET /messages/unread-count/total': () => ({ count: 3, changeSeq: 3 }),
  })
})

afterEach(() => {
  jest.useRealTimers()
})

const topBar = async () => {
  const [home] = await screen.findAllByRole('link', { name: 'Home' })
  return within(home?.closest('header') as HTMLElement)
}

describe('the navigation bars', () => {
  it('offer visitors to sign in, and to go on where they are', async () => {
    renderPage(
      <>
        {page}
        <Next />
      </>,
      { signedIn: false, path: '/post/p1' },
    )
    expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
    expect(screen.getByText('next: /post/p1')).toBeVisible()
  })

  it('link to all pages and show unread counts', async () => {
    renderPage(page, { path: '/profile/ann/follow' })
    const bar = await topBar()
    expect(await bar.findByRole('link', { name: 'Alerts 2 new notifications' })).toHaveAttribute('href', '/alert')
    expect(await bar.findByRole('link', { name: 'Inbox 3 unread messages' })).toHaveAttribute('href', '/inbox')
    expect(bar.getByRole('link', { name: 'Friends' })).toHaveAttribute('href', '/friends')
    const me = bar.getByRole('link', { name: 'Me' })
    expect(me).toHaveAttribute('href', '/profile/ann')
    expect(me).toHaveAttribute('aria-current', 'page')
    expect(document.title).toMatch(/^\(5\)/)
  })

  it("mark no item on another member's profile", async () => {
    renderPage(page, { path: '/profile/kofi' })
    expect((await topBar()).getByRole('link', { name: 'Me' })).not.toHaveAttribute('aria-current')
  })

  it('fetch unread counts only when the page is idle', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    network.respondWith({
      'GET /posts': async () => {
        await promise
        return { posts: [], pagination: { hasMore: false }, nextCursor: null }
      },
    })
    jest.useFakeTimers({ advanceTimers: true })
    const posts = api('GET /posts', { query: {} })
    renderPage(page)
    const bar = await topBar()
    await act(() => jest.advanceTimersByTimeAsync(5_000))
    expect(network.count('GET /messages/unread-count/total')).toBe(0)
    resolve()
    await posts
    expect(await bar.findByRole('link', { name: 'Inbox 3 unread messages' })).toBeVisible()
  })

  it('refetch counts every 20 seconds, and keep the last one on failure', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    renderPage(page)
    const bar = await topBar()
    await bar.findByRole('link', { name: 'Alerts 2 new notifications' })
    network.respondWith({ 'GET /posts/notifications/unread-count': () => ({ count: 1 }) })
    await act(() => jest.advanceTimersByTimeAsync(20_000))
    expect(await bar.findByRole('link', { name: 'Alerts 1 new notification' })).toBeVisible()
    network.respondWith({ 'GET /posts/notifications/unread-count': () => ({ refuse: { status: 404 } }) })
    await act(() => jest.advanceTimersByTimeAsync(20_000))
    expect(bar.getByRole('link', { name: 'Alerts 1 new notification' })).toBeVisible()
  })

  it('show a pushed unread message count immediately', async () => {
    const live = createFakeSocketChannel()
    renderPage(
      <>
        <Live />
        {page}
      </>,
      { socketChannel: live },
    )
    const bar = await topBar()
    await bar.findByRole('link', { name: 'Inbox 3 unread messages' })
    await live.receive('unread', { messages: 1, changeSeq: 5 })
    await live.receive('unread', { messages: 4, changeSeq: 4 }) // out of order
    expect(bar.getByRole('link', { name: 'Inbox 1 unread message' })).toBeVisible()
    await live.receive('unread', { notifications: 5 })
    expect(bar.getByRole('link', { name: 'Inbox 1 unread message' })).toBeVisible()
  })

  it('switch between light and dark, and store the choice', async () => {
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

  it('log out locally if the server cannot be reached, and show an error', async () => {
    network.respondWith({ 'POST /auth/logout': () => 'no network' })
    renderPage(page)
    await userEvent.click((await topBar()).getByRole('button', { name: 'Log out' }))
    expect(await screen.findByText('There was an error logging out.')).toBeInTheDocument()
    expect(localStorage.getItem('userId')).toBeNull()
  })
})

describe('the notice about an address that is not confirmed', () => {
  const unverified = aMember({ canVerifyEmail: true })
  const findNotice = () => screen.findByRole('region', { name: 'Confirm your email address' })
  const queryNotice = () => screen.queryByRole('region', { name: 'Confirm your email address' })
  beforeEach(() => {
    sessionStorage.clear()
    network.respondWith({
      'GET /auth/me': () => unverified,
      'GET /auth/mail': () => ({ delivery: 'smtp' }),
      'POST /auth/verify-email/resend': () => ({ isSent: true }),
    })
  })

  it('mails the link again', async () => {
    renderPage(page, { path: '/home' })
    await userEvent.click(await screen.findByRole('button', { name: 'Send link' }))
    expect(await screen.findByText(/We've sent a link to ann@example.org/)).toBeVisible()
  })

  it('goes as soon as the address is confirmed on any device', async () => {
    const live = createFakeSocketChannel()
    network.respondWith({ 'GET /users/muted': () => ({ muted: [], hasMore: false, nextCursor: null }) })
    renderPage(
      <>
        <IdleFeatures />
        {page}
      </>,
      { path: '/home', socketChannel: live },
    )
    await findNotice()
    await live.receive('emailVerified', { verifiedAt: '2026-05-01T12:00:00.000Z' })
    expect(queryNotice()).not.toBeInTheDocument()
  })

  it('is hidden for this tab by its button, also after a reload', async () => {
    const { unmount } = renderPage(page, { path: '/home' })
    await findNotice()
    await userEvent.click(screen.getByRole('button', { name: 'Hide this notice' }))
    expect(queryNotice()).not.toBeInTheDocument()
    unmount()
    renderPage(page, { path: '/home' })
    await topBar()
    expect(queryNotice()).not.toBeInTheDocument()
  })

  it.each([
    ['in a conversation', '/chat/kofi', unverified],
    ['where no mail is sent', '/home', aMember({ canVerifyEmail: false })],
    ['for a confirmed address', '/home', aMember({ canVerifyEmail: true, emailVerified: true })],
  ])('is not shown %s', async (_where, path, member) => {
    network.respondWith({ 'GET /auth/me': () => member })
    const { container } = renderPage(page, { path })
    await topBar()
    expect(container.querySelector('.email-notice')).toBeNull()
  })
})
