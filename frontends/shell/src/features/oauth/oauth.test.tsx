import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type ApiResponse, Route, Routes, useLocation } from '@meadow/web'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { OAuthButtons } from '../../oauth/oauth-buttons.tsx'
import { OAuthCallbackPage } from './oauth-callback-page.tsx'

function CurrentPath() {
  const { pathname, search } = useLocation()
  return <p>{`At ${pathname}${search}`}</p>
}

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'POST /auth/logout': () => ({ ok: true }),
    'GET /auth/oauth': () => ({ providers: ['google', 'demo'] }),
  })
})
afterEach(() => {
  jest.useRealTimers()
})

const open = (path: string, signedIn = false) =>
  renderPage(
    <Routes>
      <Route path="/oauth/callback" element={<OAuthCallbackPage />} />
      <Route path="*" element={<CurrentPath />} />
    </Routes>,
    { path, signedIn },
  )
type Exchanged = ApiResponse<'POST /auth/oauth/exchange'> | { refuse: { status: number; code: string; error: string } }
const exchangeTo = (response: Exchanged) => network.respondWith({ 'POST /auth/oauth/exchange': () => response })
const body = (key: string) => network.calls.find((call) => call.key === key)?.body

describe('the page behind a provider', () => {
  it('exchanges the code once and opens the page that was wanted', async () => {
    const response = Promise.withResolvers<Exchanged>()
    network.respondWith({ 'POST /auth/oauth/exchange': () => response.promise })
    open('/oauth/callback?token=the-code&next=/post/7')
    expect(await screen.findByRole('heading', { name: 'Finishing sign-in…' })).toBeVisible()
    expect(screen.getByText('Please wait')).toBeVisible()
    response.resolve({ token: 'a token', user: aMember({ fullName: 'Ann Berger' }) })
    expect(await screen.findByText('At /post/7')).toBeVisible()
    expect(body('POST /auth/oauth/exchange')).toEqual({ code: 'the-code' })
    expect(network.count('POST /auth/oauth/exchange')).toBe(1)
    expect(localStorage.getItem('token')).toBe('a token')
    expect(await screen.findByText('Welcome back, Ann Berger!')).toBeInTheDocument()
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', ''])(
    'opens /home for next = %p',
    async (next) => {
      exchangeTo({ token: 'a token', user: aMember() })
      open(`/oauth/callback?${new URLSearchParams({ token: 'the-code', next })}`)
      expect(await screen.findByText('At /home')).toBeVisible()
    },
  )

  it.each([
    ['', 'Missing token in callback'],
    ['?error=failed&next=/post/7', 'OAuth sign-in failed'],
    ['?token=used', 'OAuth sign-in failed'],
  ])('shows a failure for two seconds (%s)', async (search, message) => {
    jest.useFakeTimers()
    exchangeTo({ refuse: { status: 400, code: 'oauth_failed', error: 'OAuth sign-in failed' } })
    open(`/oauth/callback${search}`)
    await act(() => jest.advanceTimersByTimeAsync(0))
    expect(screen.getByText(message)).toBeVisible()
    await act(() => jest.advanceTimersByTimeAsync(1_900))
    expect(screen.getByText(message)).toBeVisible()
    await act(() => jest.advanceTimersByTimeAsync(200))
    expect(screen.getByText('At /')).toBeVisible()
  })

  it('asks a new member for a name and consent, and for an address that the provider did not give', async () => {
    exchangeTo({ registration: { provider: 'github', username: 'octo', fullName: 'Octo', email: null } })
    network.respondWith({ 'POST /auth/oauth/register': () => ({ token: 'a token', user: aMember() }) })
    open('/oauth/callback?token=the-code')
    await userEvent.click(await screen.findByRole('button', { name: 'Create account' }))
    expect(screen.getByText('Email is required')).toBeVisible()
    expect(screen.getByText('Please agree to the terms and the privacy notice')).toBeVisible()
    expect(screen.getByText('GitHub gave us no address that it has verified.')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Email address'), 'octo@example.org')
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('At /success')).toBeVisible()
    const typed = { username: 'octo', fullName: 'Octo', email: 'octo@example.org' }
    expect(body('POST /auth/oauth/register')).toEqual({ code: 'the-code', ...typed })
  })

  it('brings the invite of this tab along', async () => {
    sessionStorage.setItem('invite', 'abc')
    exchangeTo({ registration: { provider: 'google', username: 'octo', fullName: 'Octo', email: 'octo@localhost' } })
    network.respondWith({ 'POST /auth/oauth/register': () => ({ token: 'a token', user: aMember() }) })
    open('/oauth/callback?token=the-code')
    await userEvent.click(await screen.findByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('At /success')).toBeVisible()
    expect(body('POST /auth/oauth/exchange')).toEqual({ code: 'the-code', invite: 'abc' })
    expect(body('POST /auth/oauth/register')).toMatchObject({ invite: 'abc' })
    expect(sessionStorage.getItem('invite')).toBeNull()
  })

  it('leads a new member who may not sign up to the page that says who can', async () => {
    exchangeTo({ refuse: { status: 403, code: 'invite_required', error: 'You need an invite to join this Meadow' } })
    open('/oauth/callback?token=the-code')
    expect(await screen.findByText('At /signup')).toBeVisible()
    expect(screen.getByText('You need an invite to join this Meadow')).toBeInTheDocument()
  })

  it('asks the owner of an account with the same address for the password', async () => {
    exchangeTo({ link: { provider: 'google', email: 'ann@example.org', hasPassword: true } })
    network.respondWith({
      'POST /auth/oauth/link': () => ({ refuse: { status: 401, code: 'wrong_credentials', error: 'Wrong password' } }),
    })
    open('/oauth/callback?token=the-code&next=/post/7')
    expect(await screen.findByText(/An account with the address ann@example.org exists/)).toBeVisible()
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    expect(await screen.findByText('Wrong password')).toBeVisible()
    network.respondWith({ 'POST /auth/oauth/link': () => ({ token: 'a token', user: aMember() }) })
    await userEvent.click(screen.getByRole('button', { name: 'Sign in and connect' }))
    expect(await screen.findByText('At /post/7')).toBeVisible()
  })

  it('shows the way to a first password where the account has none', async () => {
    exchangeTo({ link: { provider: 'google', email: 'ann@example.org', hasPassword: false } })
    open('/oauth/callback?token=the-code')
    expect(await screen.findByRole('link', { name: 'Set a password' })).toHaveAttribute('href', '/forgot-password')
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
  })

  it('connects a provider to the member who is signed in', async () => {
    exchangeTo({ connected: 'google' })
    open('/oauth/callback?token=the-code&next=/settings/account', true)
    expect(await screen.findByText('At /settings/account')).toBeVisible()
    expect(screen.getByText('Google is connected')).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBe('a-token')
  })
})

describe('the buttons', () => {
  it('lead to the offered providers, and back to the page that was wanted', async () => {
    renderPage(<OAuthButtons remember />, { signedIn: false })
    const google = await screen.findByRole('link', { name: 'Continue with Google' })
    expect(google).toHaveAttribute('href', '/api/auth/oauth/google?remember=true')
    expect(screen.getByRole('link', { name: 'Continue with Demo provider (this machine only)' })).toBeVisible()
    expect(screen.queryByText('GitHub')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Or continue with' })).toBeVisible()
  })

  it('are not there if no provider is offered', async () => {
    network.respondWith({ 'GET /auth/oauth': () => ({ providers: [] }) })
    renderPage(<OAuthButtons remember={false} />, { signedIn: false })
    await act(async () => undefined)
    expect(screen.queryByText('Or continue with')).not.toBeInTheDocument()
  })
})
