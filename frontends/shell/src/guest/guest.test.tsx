import { beforeEach, describe, expect, it } from '@jest/globals'
import { aPost } from '@meadow/features/testing'
import { Route, Routes, registerOutboxKind, useLocation, useOutbox, useSession } from '@meadow/web'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SignedInOnly, SignedOutOnly } from '../features/access/guards.tsx'
import { GuestLink } from '../features/sign-in/guest-link.tsx'
import { GuestActionNote } from './guest-action-note.tsx'
import { GuestActionRunner } from './guest-action-runner.tsx'
import { isGuest } from './guest-mode.ts'
import { GuestPage } from './guest-page.tsx'
import { readStoredAction, storeAction, takeStoredAction, toActionPath } from './stored-action.ts'

const HOUR_MS = 3_600_000
const like = {
  name: 'like',
  plan: ({ postId }: { postId: string }) => ({
    lane: 'likes',
    requests: [{ call: 'POST /posts/:id/like' as const, params: { id: postId }, body: { state: true } }],
    description: 'Like',
  }),
  onRefusal: 'drop' as const,
  settle: () => undefined,
  describeRefusal: () => 'Failed to like post',
}
registerOutboxKind(like)

function Post() {
  const outbox = useOutbox()
  return (
    <button type="button" onClick={() => void outbox.add(like, { postId: 'p1' })}>
      Like
    </button>
  )
}

function SignIn() {
  const { signIn } = useSession()
  return (
    <>
      <GuestActionNote />
      <GuestLink />
      <button type="button" onClick={() => void signIn({ email: 'ann', password: 'secret' })}>
        Enter
      </button>
    </>
  )
}

function Shell() {
  const { user } = useSession()
  const { pathname, state } = useLocation()
  return (
    <>
      <output aria-label="address">{pathname}</output>
      <output aria-label="next">{state?.next}</output>
      {user && <GuestActionRunner key={user._id} />}
      <Routes>
        <Route element={<SignedOutOnly />}>
          <Route path="/" element={<SignIn />} />
        </Route>
        <Route
          element={
            <SignedInOnly guestPage={<GuestPage />}>
              <p>For members</p>
            </SignedInOnly>
          }
        >
          <Route path="*" element={<Post />} />
        </Route>
      </Routes>
    </>
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const address = () => screen.getByLabelText('address').textContent

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /auth/guest-mode': () => ({ guestMode: 'on' }),
    'POST /auth/login': () => ({ token: 'a-token', user: aMember() }),
    'POST /posts/:id/like': () => ({ liked: true, likesCount: 1, post: aPost() }),
  })
})

describe('the page of a guest', () => {
  it('shows who is reading, and leads to the sign-in and the sign-up', async () => {
    renderPage(<Shell />, { path: '/post/p1', signedIn: false })
    expect(await screen.findByText('@anonymous')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup')
    expect(network.count('GET /auth/me')).toBe(0)
  })

  it('leads to the sign-in page where guest mode is off', async () => {
    network.respondWith({ 'GET /auth/guest-mode': () => ({ guestMode: 'off' }) })
    renderPage(<Shell />, { path: '/post/p1', signedIn: false })
    expect(await screen.findByRole('button', { name: 'Enter' })).toBeVisible()
    expect(screen.getByLabelText('next')).toHaveTextContent('/post/p1')
    expect(screen.queryByRole('link', { name: 'Continue without login' })).not.toBeInTheDocument()
  })

  it('shows the feed after Continue without login, for a day', async () => {
    renderPage(<Shell />, { path: '/home', signedIn: false })
    await userEvent.click(await screen.findByRole('link', { name: 'Continue without login' }))
    expect(await screen.findByText('@anonymous')).toBeVisible()
    expect(address()).toBe('/home')
    expect(isGuest(Date.now() + 23 * HOUR_MS)).toBe(true)
    expect(isGuest(Date.now() + 25 * HOUR_MS)).toBe(false)
    expect(isGuest()).toBe(false) // the expired mark is removed
  })
})

describe('what a guest wants to do', () => {
  it('happens after the sign-in, once, and is reported', async () => {
    renderPage(<Shell />, { path: '/post/p1', signedIn: false })
    await press('Like')
    expect(await screen.findByText('Sign in or sign up, and the post gets your like.')).toBeVisible()
    expect(screen.getByLabelText('next')).toHaveTextContent('/post/p1')
    await press('Enter')
    expect(await screen.findByText('You liked the post')).toBeInTheDocument()
    expect(screen.getByText(`As ${aMember().fullName}`)).toBeInTheDocument()
    expect(network.count('POST /posts/:id/like')).toBe(1)
    expect(address()).toBe('/post/p1')
    expect(readStoredAction()).toBeUndefined()
  })

  it('is refused like any other action if the post is gone or its author blocks the member', async () => {
    network.respondWith({
      'POST /posts/:id/like': () => ({ refuse: { status: 404, code: 'post_not_found', error: 'Post not found' } }),
    })
    renderPage(<Shell />, { path: '/post/p1', signedIn: false })
    await press('Like')
    await press('Enter')
    expect(await screen.findByText('Failed to like post')).toBeInTheDocument()
    expect(screen.queryByText('You liked the post')).not.toBeInTheDocument()
  })

  it('does not happen after the guest has gone back', async () => {
    renderPage(<Shell />, { path: '/post/p1', signedIn: false })
    await press('Like')
    await userEvent.click(await screen.findByRole('link', { name: 'Continue without login' }))
    await screen.findByText('@anonymous')
    expect(readStoredAction()).toBeUndefined()
  })

  it('waits for an hour, for a sign-in in this tab, and for a path of this origin', () => {
    const action = { kind: 'like', data: { postId: 'p1' }, path: '/post/p1', storedAt: 0 }
    storeAction(action)
    expect(readStoredAction(HOUR_MS - 1)).toEqual(action)
    expect(readStoredAction(HOUR_MS)).toBeUndefined()
    expect(readStoredAction(-1)).toBeUndefined()
    expect(takeStoredAction('ann', 1)).toBeUndefined() // another tab has signed in
    storeAction(action)
    sessionStorage.setItem('signedInHere', 'ann')
    expect(takeStoredAction('ben', 1)).toBeUndefined()
    storeAction(action)
    expect(sessionStorage.getItem('signedInHere')).toBeNull() // an earlier sign-in was not for this action
    sessionStorage.setItem('signedInHere', 'ann')
    expect(takeStoredAction('ann', 1)).toEqual(action)
    expect(takeStoredAction('ann', 1)).toBeUndefined()
    for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '', null]) {
      sessionStorage.setItem('guestAction', JSON.stringify({ ...action, path }))
      expect(readStoredAction(1)).toBeUndefined()
    }
    for (const broken of ['{', 'null', '7', '{"kind":7,"path":"/post/p1","storedAt":0}']) {
      sessionStorage.setItem('guestAction', broken)
      expect(readStoredAction(1)).toBeUndefined()
    }
  })

  it('leads to the post of a like or comment, and otherwise back to the page', () => {
    expect(toActionPath({ kind: 'like', data: { postId: 'p1' } }, '/home')).toBe('/post/p1')
    expect(toActionPath({ kind: 'comment', data: { post: 'p/2' } }, '/home')).toBe('/post/p%2F2')
    expect(toActionPath({ kind: 'follow', data: { memberId: 'm' } }, '/profile/ann?tab=media')).toBe(
      '/profile/ann?tab=media',
    )
    expect(toActionPath({ kind: 'x', data: null }, '/home')).toBe('/home')
  })

  it('is kept while this browser forbids storage', async () => {
    const forbid = () => {
      throw new DOMException('Forbidden', 'SecurityError')
    }
    const methods = { getItem: Storage.prototype.getItem, setItem: Storage.prototype.setItem }
    Object.assign(Storage.prototype, { getItem: forbid, setItem: forbid })
    try {
      renderPage(<Shell />, { path: '/post/p1', signedIn: false })
      await press('Like')
      await press('Enter')
      await waitFor(() => expect(network.count('POST /posts/:id/like')).toBe(1))
    } finally {
      Object.assign(Storage.prototype, methods)
    }
  })
})
