import { beforeEach, describe, expect, it } from '@jest/globals'
import { Link, Route, Routes, useLocation, useSession } from '@meadow/web'

import { aMember, clearStoredSession, type FakeApi, fakeApi, renderPage, storeSession } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readRedirectPath } from '../../read-redirect-path.ts'
import { SignedInOnly, SignedOutOnly } from './guards.tsx'

function SignInButton() {
  const { signIn } = useSession()
  return (
    <button type="button" onClick={() => void signIn({ email: 'ann', password: 'secret' })}>
      Enter
    </button>
  )
}

function Inside() {
  const { signOut } = useSession()
  const { pathname } = useLocation()
  return (
    <>
      <p>Inside {pathname}</p>
      <button type="button" onClick={() => void signOut()}>
        Leave
      </button>
    </>
  )
}

function Success() {
  const { reason, next } = useLocation().state ?? {}
  return <p>{`Success by ${reason}${next ? ` before ${next}` : ''}`}</p>
}

const pages = (
  <Routes>
    <Route element={<SignedOutOnly />}>
      <Route path="/" element={<SignInButton />} />
      <Route path="/signup" element={<SignInButton />} />
    </Route>
    <Route path="/success" element={<Success />} />
    <Route
      path="/invitation"
      element={
        <Link to="/signup" state={{ next: '/post/42' }}>
          Join
        </Link>
      }
    />
    <Route path="/terms" element={<Link to="/">Door</Link>} />
    <Route
      path="*"
      element={
        <SignedInOnly>
          <Inside />
        </SignedInOnly>
      }
    />
  </Routes>
)

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'POST /auth/login': () => ({ token: 'a-token', user: aMember() }),
    'POST /auth/logout': () => ({ ok: true }),
  })
})

describe('the guards', () => {
  it('show a spinner while the session is being checked', async () => {
    renderPage(pages, { path: '/home' })
    expect(screen.getByText('Loading...')).toBeVisible()
    expect(await screen.findByText('Inside /home')).toBeVisible()
  })

  it('show the error if Meadow cannot be reached', async () => {
    network.respondWith({ 'GET /auth/me': () => 'no network' })
    renderPage(pages, { path: '/home' })
    expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach Meadow")
    network.respondWith({ 'GET /auth/me': () => aMember() })
    await press('Try again')
    expect(await screen.findByText('Inside /home')).toBeVisible()
  })

  it('send members home from the sign-in page', async () => {
    renderPage(pages, { path: '/' })
    expect(await screen.findByText('Inside /home')).toBeVisible()
  })

  it.each([
    ['/', 'login'],
    ['/signup', 'signup'],
  ])('redirect from %s to the success page after sign-in', async (path, reason) => {
    renderPage(pages, { path, signedIn: false })
    await press('Enter')
    expect(await screen.findByText(`Success by ${reason}`)).toBeVisible()
  })

  it('redirect visitors to sign-in and back to the requested page', async () => {
    renderPage(pages, { path: '/post/42', signedIn: false })
    await press('Enter')
    expect(await screen.findByText('Inside /post/42')).toBeVisible()
  })

  it('show the success page after a sign-up, before the requested page', async () => {
    renderPage(pages, { path: '/invitation', signedIn: false })
    await userEvent.click(await screen.findByRole('link', { name: 'Join' }))
    await press('Enter')
    expect(await screen.findByText('Success by signup before /post/42')).toBeVisible()
  })

  it('forget the requested page after a sign-out', async () => {
    renderPage(pages, { path: '/post/42' })
    await screen.findByText('Inside /post/42')
    await press('Leave')
    await press('Enter')
    expect(await screen.findByText('Success by login')).toBeVisible()
  })
})

describe('after a session that has ended by itself', () => {
  const ben = aMember({ _id: '01890000-0000-7000-8000-000000000002', username: 'ben' })
  const endSession = () => act(() => clearStoredSession({ ended: true }))

  it('its member returns to the page', async () => {
    renderPage(pages, { path: '/chat/kofi' })
    await screen.findByText('Inside /chat/kofi')
    endSession()
    await press('Enter')
    expect(await screen.findByText('Inside /chat/kofi')).toBeVisible()
  })

  it('another member does not open the page of the former one', async () => {
    network.respondWith({ 'POST /auth/login': () => ({ token: 'token-of-ben', user: ben }) })
    renderPage(pages, { path: '/chat/kofi' })
    await screen.findByText('Inside /chat/kofi')
    endSession()
    await press('Enter')
    expect(await screen.findByText('Success by login')).toBeVisible()
  })
})

it('a page forgets what was typed when another tab signs in as another member', async () => {
  const ben = aMember({ _id: '01890000-0000-7000-8000-000000000002', username: 'ben' })
  renderPage(
    <SignedInOnly>
      <input aria-label="Message" />
    </SignedInOnly>,
    { path: '/chat/kofi' },
  )
  await userEvent.type(await screen.findByRole('textbox'), 'Half a thought')
  localStorage.setItem(`member:${ben._id}:me:1`, JSON.stringify(ben))
  act(() => storeSession('token-of-ben', ben._id))
  expect(screen.getByRole('textbox')).toHaveValue('')
})

describe('the redirect path after sign-in', () => {
  it('is not that of another member', () => {
    expect(readRedirectPath({ next: '/chat/kofi', memberId: 'ben' }, 'ann')).toBeUndefined()
    expect(readRedirectPath({ next: '/chat/kofi', memberId: 'ann' }, 'ann')).toBe('/chat/kofi')
  })

  it.each(['/home', '/post/42?a=b#c'])('may be %s', (next) => expect(readRedirectPath({ next }, 'ann')).toBe(next))

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', undefined, 7])(
    'is not %s',
    (next) => expect(readRedirectPath({ next }, 'ann')).toBeUndefined(),
  )
})
