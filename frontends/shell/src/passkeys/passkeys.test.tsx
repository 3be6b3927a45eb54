import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../app-routes.tsx'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'

const PHONE = { _id: 'p1', name: 'Phone', createdAt: '2026-05-04T10:00:00.000Z', lastUsedAt: null }
const OPTIONS = { options: { challenge: 'AAAA', rpId: 'localhost' } }
let network: FakeApi
let answer: () => Promise<unknown>
let askedCount: number

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const SIGNED = {
  id: 'key',
  rawId: bytes('key'),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('c'), authenticatorData: bytes('a'), signature: bytes('s'), userHandle: null },
}
const cancel = () => Promise.reject(new DOMException('The request was cancelled.', 'NotAllowedError'))

beforeEach(() => {
  localStorage.clear()
  askedCount = 0
  answer = async () => SIGNED
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} })
  const ask = () => {
    askedCount++
    return answer()
  }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: ask, create: ask } })
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /auth/demo-accounts': () => ({ accounts: [] }),
    'GET /auth/oauth': () => ({ providers: [] }),
    'GET /auth/oauth/connected': () => ({ providers: [], hasPassword: false }),
    'GET /auth/totp': () => ({ isOn: false, recoveryCodesLeft: 0 }),
    'GET /auth/passkeys': () => ({ passkeys: [PHONE] }),
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
    'POST /auth/passkeys/sign-in/options': () => OPTIONS,
    'POST /auth/reauthenticate/passkey': () => OPTIONS,
    'POST /auth/reauthenticate': () => ({ proof: 'proof-1', expiresAt: '2026-05-04T10:05:00.000Z' }),
    'DELETE /auth/passkeys/:id': () => ({ ok: true }),
    'POST /auth/passkeys/options': () => ({
      options: {
        challenge: 'AAAA',
        rp: { id: 'localhost', name: 'Meadow' },
        user: { id: 'AAAA', name: 'ann', displayName: 'Ann' },
        pubKeyCredParams: [],
      },
    }),
  })
})
afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('a sign-in by a passkey that was cancelled says so, and can be begun again', async () => {
  renderPage(<SignInPage />, { signedIn: false })
  answer = cancel
  await press('Sign in with a passkey')
  expect(await screen.findByText('No passkey was used. Try again, or sign in in another way.')).toBeVisible()
  network.respondWith({
    'POST /auth/passkeys/sign-in': () => ({
      refuse: { status: 403, code: 'passkey_refused', error: 'This passkey was not accepted. Please try again' },
    }),
  })
  answer = async () => SIGNED
  await press('Sign in with a passkey')
  expect(await screen.findByText('This passkey was not accepted. Please try again')).toBeVisible()
  expect(network.last('POST /auth/passkeys/sign-in')?.body).toMatchObject({ remember: false, response: { id: 'key' } })
  expect(askedCount).toBe(2)
})

it('a browser without passkeys shows no button', async () => {
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  renderPage(<SignInPage />, { signedIn: false })
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).not.toBeInTheDocument()
})

it('a member without a password confirms by a passkey in place of a mailed code', async () => {
  renderPage(<AppRoutes />, { path: '/settings/account' })
  await press('Remove Phone')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Phone?' }))
  answer = cancel
  const confirm = await dialog.findByRole('button', { name: 'Confirm with a passkey' })
  await userEvent.click(confirm)
  expect(await dialog.findByText('No passkey was used. You can try again.')).toBeVisible()
  answer = async () => SIGNED
  await userEvent.click(confirm)
  expect(await dialog.findByText('Confirmed with your passkey.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await expect(screen.findByRole('button', { name: 'Add a passkey' })).resolves.toBeVisible()
  expect(network.last('DELETE /auth/passkeys/:id')?.body).toEqual({ proof: 'proof-1' })
})

it('another attempt to add a passkey needs no other proof, which works once', async () => {
  renderPage(<AppRoutes />, { path: '/settings/account' })
  await press('Add a passkey')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
  await userEvent.type(await dialog.findByLabelText('Code from our mail'), '123456')
  answer = cancel
  for (let attempt = 1; attempt <= 2; attempt++) {
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByText(/^Your browser made no passkey/)).toBeVisible()
    expect(askedCount).toBe(attempt)
  }
  expect(network.count('POST /auth/passkeys/options')).toBe(1)
  expect(network.last('POST /auth/passkeys/options')?.body).toEqual({ proof: 'proof-1' })
})
