import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { Link, Route, Routes, useLocation } from '@meadow/web'
import { aMember, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SuccessPage } from './success-page.tsx'

const Start = () => (
  <>
    <Link to="/success" state={{ reason: 'signup' }}>
      new
    </Link>
    <Link to="/success" state={{ reason: 'login' }}>
      back
    </Link>
    <Link to="/success" state={{ reason: 'signup', next: '/post/42' }}>
      new, invited
    </Link>
  </>
)
function CurrentPath() {
  const { pathname, state } = useLocation()
  return <p>{`At ${pathname} ${state ? JSON.stringify(state) : ''}`.trim()}</p>
}

const pages = (
  <Routes>
    <Route path="/start" element={<Start />} />
    <Route path="/success" element={<SuccessPage />} />
    <Route path="*" element={<CurrentPath />} />
  </Routes>
)

const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

async function openSuccessPage(by: 'new' | 'back' | 'new, invited') {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  renderPage(pages, { path: '/start' })
  await advanceTime(0)
  await user.click(screen.getByRole('link', { name: by }))
  return user
}

beforeEach(() => {
  localStorage.clear()
  fakeApi({ 'GET /auth/me': () => aMember() })
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('the success page', () => {
  it('counts down from 5 and goes home', async () => {
    await openSuccessPage('new')
    expect(screen.getByRole('heading', { name: 'Welcome to Meadow!' })).toBeVisible()
    expect(screen.getByText('Redirecting to home in 5 seconds...')).toBeVisible()
    for (const left of [4, 3, 2, 1]) {
      await advanceTime(1000)
      expect(screen.getByText(`Redirecting to home in ${left} ${left === 1 ? 'second' : 'seconds'}...`)).toBeVisible()
    }
    await advanceTime(1000)
    expect(screen.getByText('At /home')).toBeVisible()
  })

  it('goes home immediately on Go to Home', async () => {
    const user = await openSuccessPage('back')
    expect(screen.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go to Home' }))
    expect(screen.getByText('At /home')).toBeVisible()
  })

  it('links to the own profile', async () => {
    const user = await openSuccessPage('new')
    await user.click(screen.getByRole('link', { name: 'View Profile' }))
    expect(screen.getByText(`At /profile/${aMember().username}`)).toBeVisible()
  })

  it('continues to the page that was requested before the sign-up', async () => {
    const user = await openSuccessPage('new, invited')
    expect(screen.getByText('Taking you to your page in 5 seconds...')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.getByText('At /post/42')).toBeVisible()
  })

  it.each([
    ['new', 'Complete your profile', `At /profile/${aMember().username} {"edit":true}`],
    ['new', 'Share your first post', 'At /home {"compose":true}'],
    ['new', 'Connect with people', 'At /home'],
    ['back', 'Check notifications', 'At /alert'],
    ['back', 'Connect with friends', 'At /friends'],
  ] as const)('begins what a tip names (%s: %s)', async (by, tip, page) => {
    const user = await openSuccessPage(by)
    await user.click(screen.getByRole('link', { name: new RegExp(tip) }))
    expect(screen.getByText(page)).toBeVisible()
  })

  it('redirects to / without a sign-in or sign-up before', async () => {
    renderPage(pages, { path: '/success' })
    await advanceTime(0)
    expect(screen.getByText('At /')).toBeVisible()
  })
})
