import { beforeEach, describe, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { VerifyEmailPage } from './verify-email-page.tsx'

const REFUSED = { refuse: { status: 400, code: 'link_invalid', error: 'This link' } } as const
const unverified = aMember({ canVerifyEmail: true })

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => unverified,
    'GET /auth/mail': () => ({ delivery: 'mailbox' }),
    'POST /auth/verify-email': () => ({ ok: true }),
    'POST /auth/verify-email/resend': () => ({ isSent: true }),
  })
})

const open = (search: string, { signedIn }: { signedIn: boolean }) => {
  window.history.replaceState(null, '', `/verify-email${search}`)
  renderPage(<VerifyEmailPage />, { signedIn })
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm email address' }))

describe('the page behind the link that proves an address', () => {
  it('takes the token out of the address bar, and sends nothing by itself, as scanners run scripts', () => {
    open('?token=abc', { signedIn: false })
    expect(window.location.href).not.toContain('abc')
    expect(network.count('POST /auth/verify-email')).toBe(0)
  })

  it('sends the token after a press, also without a session', async () => {
    open('?token=abc', { signedIn: false })
    await confirm()
    expect(await screen.findByText(/^Thank you/)).toHaveFocus()
    expect(network.last('POST /auth/verify-email')?.body).toEqual({ token: 'abc' })
    expect(network.count('GET /auth/me')).toBe(0)
  })

  it('loads the signed-in member again', async () => {
    open('?token=abc', { signedIn: true })
    network.respondWith({ 'GET /auth/me': () => ({ ...unverified, emailVerified: true }) })
    await confirm()
    await screen.findByText(/^Thank you/)
    await waitFor(() => expect(localStorage.getItem(`member:${unverified._id}:me:1`)).toContain('"emailVerified":true'))
  })

  it('says to a member who opens a used link that there is nothing left to do', async () => {
    network.respondWith({
      'POST /auth/verify-email': () => REFUSED,
      'GET /auth/me': () => ({ ...unverified, emailVerified: true }),
    })
    open('?token=abc', { signedIn: true })
    await confirm()
    expect(await screen.findByText(/nothing left to do/)).toHaveFocus()
  })

  it('sends a member a new link if this one does not work', async () => {
    network.respondWith({ 'POST /auth/verify-email': () => REFUSED })
    open('?token=abc', { signedIn: true })
    await confirm()
    expect(await screen.findByText(/belongs to another account/)).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText(/We've sent a link to ann@example.org/)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'mailbox of this computer' })).toHaveAttribute('href', '/dev/mail')
  })

  it('says that a link was sent within the last hour', async () => {
    network.respondWith({ 'POST /auth/verify-email/resend': () => ({ isSent: false }) })
    open('', { signedIn: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Send link' }))
    expect(await screen.findByText(/within the last hour/)).toBeVisible()
  })

  it('leads a visitor to the sign-in for a new link', () => {
    open('', { signedIn: false })
    expect(screen.getByRole('link', { name: 'Sign in to get a new link' })).toHaveAttribute('href', '/settings/account')
  })

  it('keeps the link after a failure that has nothing to do with it', async () => {
    network.respondWith({ 'POST /auth/verify-email': () => 'no network' })
    open('?token=abc', { signedIn: false })
    await confirm()
    expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach Meadow")
    network.respondWith({ 'POST /auth/verify-email': () => ({ ok: true }) })
    await confirm()
    expect(await screen.findByText(/^Thank you/)).toBeVisible()
  })
})
