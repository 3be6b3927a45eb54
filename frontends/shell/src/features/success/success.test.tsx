import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { Link, Route, Routes, useLocation } from '@meadow/web'
import { aMember, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SuccessPage } from './success-page.tsx'

const Start = () => (
  <>
    <Link to="/success" state={{ arrived: 'signup' }}>
      new
    </Link>
    <Link to="/success" state={{ arrived: 'login' }}>
      back
    </Link>
  </>
)
const Place = () => <p>At {useLocation().pathname}</p>

const pages = (
  <Routes>
    <Route path="/start" element={<Start />} />
    <Route path="/success" element={<SuccessPage />} />
    <Route path="*" element={<Place />} />
  </Routes>
)

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

async function arrive(by: 'new' | 'back') {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  renderPage(pages, { path: '/start' })
  await pass(0)
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
    await arrive('new')
    expect(screen.getByRole('heading', { name: 'Welcome to Meadow!' })).toBeVisible()
    expect(screen.getByText('Redirecting to home in 5 seconds...')).toBeVisible()
    for (const left of [4, 3, 2, 1]) {
      await pass(1000)
      expect(screen.getByText(`Redirecting to home in ${left} ${left === 1 ? 'second' : 'seconds'}...`)).toBeVisible()
    }
    await pass(1000)
    expect(screen.getByText('At /home')).toBeVisible()
  })

  it('goes home at once on Go to Home', async () => {
    const user = await arrive('back')
    expect(screen.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go to Home' }))
    expect(screen.getByText('At /home')).toBeVisible()
  })

  it('links to the own profile', async () => {
    const user = await arrive('new')
    await user.click(screen.getByRole('link', { name: 'View Profile' }))
    expect(screen.getByText(`At /profile/${aMember().username}`)).toBeVisible()
  })

  it('redirects to / without a sign-in or sign-up before', async () => {
    renderPage(pages, { path: '/success' })
    await pass(0)
    expect(screen.getByText('At /')).toBeVisible()
  })
})
