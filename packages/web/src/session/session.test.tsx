import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memberStorage } from '../page/member-storage.ts'
import { aMember, type FakeApi, fakeApi, renderPage } from '../testing/index.ts'
import { cacheMember, readCachedMember } from './cached-member.ts'
import { useSession } from './session-context.ts'
import { clearStoredSession, readStoredSession, storeSession } from './stored-session.ts'

const ann = aMember()
const SIGNED_OUT = { token: null, userId: null }

function Probe() {
  const { status, user, isExpired, loadError, signIn, signOut, setUser } = useSession()
  return (
    <>
      <p>{`${status} ${user?.username ?? 'nobody'} ${isExpired ? 'expired' : ''} ${loadError?.code ?? ''}`.trim()}</p>
      <button type="button" onClick={() => void signIn({ email: 'ann', password: 'secret' }).catch(() => undefined)}>
        in
      </button>
      <button type="button" onClick={() => void signOut().catch(() => undefined)}>
        out
      </button>
      <button type="button" onClick={() => setUser((known) => ({ ...known, username: 'anna' }))}>
        rename
      </button>
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Makes a change as another tab would: the storage event reports it to this tab. */
function inAnotherTab(change: () => void) {
  change()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userId' })))
}

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => ann,
    'POST /auth/login': () => ({ token: 'a-token', user: ann }),
    'POST /auth/logout': () => ({ ok: true }),
  })
})
afterEach(() => {
  jest.useRealTimers()
})

describe('a stored session', () => {
  it('is anonymous immediately, without a call, if nothing is stored', () => {
    renderPage(<Probe />, { signedIn: false })
    expect(screen.getByText('anonymous nobody')).toBeVisible()
    expect(network.calls).toEqual([])
  })

  it('is loading until the server returns the member', async () => {
    renderPage(<Probe />)
    expect(screen.getByText('loading nobody')).toBeVisible()
    expect(await screen.findByText('authenticated ann')).toBeVisible()
  })

  it('stays while offline, and is loaded again when the network is back', async () => {
    network.respondWith({ 'GET /auth/me': () => 'no network' })
    renderPage(<Probe />)
    await screen.findByText('loading nobody offline')
    expect(readStoredSession().userId).toBe(ann._id)
    network.respondWith({ 'GET /auth/me': () => ann })
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('authenticated ann')).toBeVisible()
  })

  it('ends if its token is invalid', async () => {
    network.respondWith({ 'GET /auth/me': () => ({ refuse: { status: 401, code: 'token_invalid' } }) })
    renderPage(<Probe />)
    expect(await screen.findByText('anonymous nobody expired')).toBeVisible()
    expect(readStoredSession()).toEqual(SIGNED_OUT)
  })
})

describe('a cached member', () => {
  beforeEach(() => cacheMember(ann))

  it('is signed in immediately, and updated by the response of the server', async () => {
    network.respondWith({ 'GET /auth/me': () => ({ ...ann, username: 'anna' }) })
    renderPage(<Probe />)
    expect(screen.getByText('authenticated ann')).toBeVisible()
    expect(network.count('GET /auth/me')).toBe(0)
    expect(await screen.findByText('authenticated anna')).toBeVisible()
    expect(readCachedMember(ann._id)).toMatchObject({ username: 'anna' })
  })

  it('stays signed in while offline', async () => {
    network.respondWith({ 'GET /auth/me': () => 'no network' })
    renderPage(<Probe />)
    expect(await screen.findByText('authenticated ann offline')).toBeVisible()
  })

  it('is signed out if the session has ended', async () => {
    network.respondWith({ 'GET /auth/me': () => ({ refuse: { status: 401, code: 'token_invalid' } }) })
    renderPage(<Probe />)
    expect(await screen.findByText('anonymous nobody expired')).toBeVisible()
    expect(readCachedMember(ann._id)).toBeUndefined()
  })

  it('is ignored if another member has signed in', async () => {
    const ben = aMember({ _id: '01890000-0000-7000-8000-000000000002', username: 'ben' })
    network.respondWith({ 'GET /auth/me': () => ben })
    storeSession('token-of-ben', ben._id)
    renderPage(<Probe />, { signedIn: false })
    expect(screen.getByText('loading nobody')).toBeVisible()
    expect(await screen.findByText('authenticated ben')).toBeVisible()
  })

  it('keeps changes made during the request', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    network.respondWith({ 'GET /auth/me': () => promise.then(() => ann) })
    renderPage(<Probe />)
    await waitFor(() => expect(network.count('GET /auth/me')).toBe(1))
    network.respondWith({ 'GET /auth/me': () => ({ ...ann, username: 'anna' }) })
    await press('rename')
    resolve()
    expect(screen.getByText('authenticated anna')).toBeVisible()
    await waitFor(() => expect(network.count('GET /auth/me')).toBe(2))
    expect(screen.getByText('authenticated anna')).toBeVisible()
  })
})

describe('after a session that has ended by itself', () => {
  beforeEach(async () => {
    memberStorage.write(ann._id, 'draft:kofi', 'Half a thou')
    renderPage(<Probe />)
    await screen.findByText('authenticated ann')
    act(() => clearStoredSession({ ended: true }))
    await screen.findByText('anonymous nobody expired')
  })

  it('a draft is still there for its member', async () => {
    await press('in')
    await screen.findByText('authenticated ann')
    expect(memberStorage.read(ann._id, 'draft:kofi')).toBe('Half a thou')
  })

  it('a draft is removed when another member signs in', async () => {
    const ben = aMember({ _id: '01890000-0000-7000-8000-000000000002', username: 'ben' })
    network.respondWith({ 'POST /auth/login': () => ({ token: 'token-of-ben', user: ben }) })
    await press('in')
    await screen.findByText('authenticated ben')
    expect(Object.keys(localStorage).filter((key) => key.includes(ann._id))).toEqual([])
    expect(memberStorage.read(ben._id, 'draft:kofi')).toBeNull()
  })
})

describe('signing out', () => {
  it('removes the data of the member from this browser', async () => {
    memberStorage.write(ann._id, 'draft:kofi', 'Half a thou')
    renderPage(<Probe />)
    await screen.findByText('authenticated ann')
    await press('out')
    await screen.findByText('anonymous nobody')
    expect(memberStorage.read(ann._id, 'draft:kofi')).toBeNull()
  })

  it('clears the session, and revokes it on the server', async () => {
    renderPage(<Probe />)
    await screen.findByText('authenticated ann')
    await press('out')
    expect(screen.getByText('anonymous nobody')).toBeVisible()
    expect(readStoredSession()).toEqual(SIGNED_OUT)
    expect(network.last('POST /auth/logout')).toMatchObject({ token: 'a-token' })
  })

  it('clears the session if the call fails, and revokes it later', async () => {
    network.respondWith({ 'POST /auth/logout': () => 'no network' })
    renderPage(<Probe />)
    await screen.findByText('authenticated ann')
    await press('out')
    expect(screen.getByText('anonymous nobody')).toBeVisible()
    expect(readStoredSession()).toEqual(SIGNED_OUT)

    network.respondWith({ 'POST /auth/logout': () => ({ ok: true }) })
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(network.count('POST /auth/logout')).toBe(2))
    act(() => void window.dispatchEvent(new Event('online')))
    await act(async () => undefined)
    expect(network.count('POST /auth/logout')).toBe(2)
  })
})

describe('other tabs', () => {
  it('sign this tab out', async () => {
    renderPage(<Probe />)
    await screen.findByText('authenticated ann')
    inAnotherTab(() => localStorage.clear())
    expect(screen.getByText('anonymous nobody')).toBeVisible()
  })

  it('sign this tab in as their member', async () => {
    const ben = aMember({ _id: '01890000-0000-7000-8000-000000000002', username: 'ben' })
    renderPage(<Probe />)
    await screen.findByText('authenticated ann')
    network.respondWith({ 'GET /auth/me': () => ben })
    inAnotherTab(() => {
      localStorage.setItem('token', 'token-of-ben')
      localStorage.setItem('userId', ben._id)
    })
    expect(await screen.findByText('authenticated ben')).toBeVisible()
  })
})

describe('the token', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  const aToken = (from: number, mark: string) => `h.${btoa(JSON.stringify({ iat: from, exp: from + 900, mark }))}.s`
  const store = (token: string) => {
    localStorage.setItem('token', token)
    localStorage.setItem('userId', ann._id)
  }
  const renderStored = async () => {
    renderPage(<Probe />, { signedIn: false })
    await pass(0)
    expect(screen.getByText('authenticated ann')).toBeVisible()
  }
  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000))

  it('is renewed a minute before it expires, and again after that', async () => {
    const now = () => Math.floor(Date.now() / 1000)
    network.respondWith({ 'POST /auth/refresh': () => ({ token: aToken(now(), 'new'), user: ann }) })
    store(aToken(now(), 'old'))
    await renderStored()
    await pass(838)
    expect(network.count('POST /auth/refresh')).toBe(0)
    await pass(4)
    expect(network.count('POST /auth/refresh')).toBe(1)
    await pass(841)
    expect(network.count('POST /auth/refresh')).toBe(2)
  })

  it('is renewed only once if the clock of the device is hours ahead', async () => {
    network.respondWith({ 'POST /auth/refresh': () => ({ token: aToken(1_000, 'new'), user: ann }) })
    store(aToken(1_000, 'old'))
    await renderStored()
    await pass(600)
    expect(network.count('POST /auth/refresh')).toBe(1)
  })
})
