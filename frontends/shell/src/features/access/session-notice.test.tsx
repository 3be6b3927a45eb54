import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { api, useSession } from '@meadow/web'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SessionNotice } from './session-notice.tsx'

const NOTICE = /This browser does not let Meadow store data/

function Page() {
  const { user, signIn, signOut } = useSession()
  return (
    <>
      <p>{user ? `Signed in as ${user.username}` : 'Signed out'}</p>
      <button type="button" onClick={() => void signIn({ email: 'ann', password: 'secret' })}>
        Enter
      </button>
      <button type="button" onClick={() => void api('GET /auth/sessions')}>
        Call
      </button>
      <button type="button" onClick={() => void signOut()}>
        Leave
      </button>
      {user && <SessionNotice />}
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const refuse = (name: string) => () => {
  throw new DOMException('Refused', name)
}
const replaceGlobal = (name: 'localStorage' | 'sessionStorage' | 'indexedDB', get: () => unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, get })

const { localStorage: local, sessionStorage: session } = globalThis
let network: FakeApi
beforeEach(() => {
  local.clear()
  network = fakeApi({
    'POST /auth/login': () => ({ token: 'a-token', user: aMember() }),
    'POST /auth/logout': () => ({ ok: true }),
    'GET /auth/sessions': () => ({ sessions: [] }),
  })
})
afterEach(() => {
  jest.restoreAllMocks()
  replaceGlobal('localStorage', () => local)
  replaceGlobal('sessionStorage', () => session)
  Reflect.deleteProperty(globalThis, 'indexedDB')
})

describe.each<[string, () => void]>([
  [
    'forbids storage',
    () => {
      replaceGlobal('localStorage', refuse('SecurityError'))
      replaceGlobal('sessionStorage', refuse('SecurityError'))
    },
  ],
  [
    'has no space left',
    () => jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse('QuotaExceededError')),
  ],
])('in a browser that %s', (_problem, breakStorage) => {
  it('a member is signed in on this page, reads that it will not last, and can sign out', async () => {
    breakStorage()
    renderPage(<Page />, { signedIn: false })
    await press('Enter')
    expect(await screen.findByText('Signed in as ann')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(NOTICE)
    await press('Call')
    expect(network.last('GET /auth/sessions')).toMatchObject({ token: 'a-token' })
    await press('Got it')
    expect(screen.queryByText(NOTICE)).not.toBeInTheDocument()
    await press('Leave')
    expect(await screen.findByText('Signed out')).toBeVisible()
    expect(network.last('POST /auth/logout')).toMatchObject({ token: 'a-token' })
  })
})

it.each<[string, () => unknown]>([
  ['has no IndexedDB', () => undefined],
  ['forbids IndexedDB', refuse('SecurityError')],
])('a member stays signed in, without a notice, in a browser that %s', async (_problem, get) => {
  replaceGlobal('indexedDB', get)
  renderPage(<Page />, { signedIn: false })
  await press('Enter')
  expect(await screen.findByText('Signed in as ann')).toBeVisible()
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument()
  expect(local.getItem('token')).toBe('a-token')
})
