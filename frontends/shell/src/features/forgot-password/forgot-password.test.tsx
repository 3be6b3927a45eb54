import { beforeEach, describe, expect, it } from '@jest/globals'
import { type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

const PASSWORD = 'Larkspur in june 7'

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'POST /auth/logout': () => ({ ok: true }),
    'GET /auth/mail': () => ({ delivery: 'mailbox' }),
    'POST /auth/forgot-password': () => ({ ok: true }),
    'POST /auth/reset-password': () => ({ ok: true }),
  })
})

describe('the page for a forgotten password', () => {
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send link' }))

  it('requires an address', async () => {
    renderPage(<ForgotPasswordPage />, { signedIn: false })
    await submit()
    expect(screen.getByLabelText('Email address')).toHaveFocus()
    expect(screen.getByText('Email is required')).toBeVisible()
    expect(network.count('POST /auth/forgot-password')).toBe(0)
  })

  it('says that a link was sent if an account has the address, and where the mails of this computer are', async () => {
    renderPage(<ForgotPasswordPage />, { signedIn: false })
    await userEvent.type(screen.getByLabelText('Email address'), ' ann@example.org ')
    await submit()
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
    expect(screen.getByText(/If an account has the address ann@example.org/)).toHaveFocus()
    expect(screen.getByRole('link', { name: 'mailbox of this computer' })).toHaveAttribute('href', '/dev/mail')
    expect(network.calls.find(({ key }) => key === 'POST /auth/forgot-password')?.body).toEqual({
      email: 'ann@example.org',
    })
  })

  it('explains instead of asking where no mail is sent', async () => {
    network.respondWith({ 'GET /auth/mail': () => ({ delivery: 'off' }) })
    renderPage(<ForgotPasswordPage />, { signedIn: false })
    expect(await screen.findByText(/doesn't send mail/)).toBeVisible()
    expect(screen.queryByLabelText('Email address')).not.toBeInTheDocument()
  })
})

describe('the page behind the link', () => {
  const open = (search: string) => {
    window.history.replaceState(null, '', `/reset-password${search}`)
    renderPage(<ResetPasswordPage />, { signedIn: false })
  }
  const fill = async (confirm = PASSWORD) => {
    await userEvent.type(screen.getByLabelText('New password'), PASSWORD)
    await userEvent.type(screen.getByLabelText('Repeat the new password'), confirm)
    await userEvent.click(screen.getByRole('button', { name: 'Save new password' }))
  }

  it('takes the token out of the address bar, and sends nothing by itself', () => {
    open('?token=abc')
    expect(window.location.href).not.toContain('abc')
    expect(network.count('POST /auth/reset-password')).toBe(0)
  })

  it('sends the token with the new password and leads to the sign-in', async () => {
    open('?token=abc')
    await fill()
    expect(await screen.findByText(/You've been signed out everywhere/)).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/')
    expect(network.calls.find(({ key }) => key === 'POST /auth/reset-password')?.body).toEqual({
      token: 'abc',
      password: PASSWORD,
    })
  })

  it('requires the same password twice', async () => {
    open('?token=abc')
    await fill('another one')
    expect(screen.getByText('Passwords do not match')).toBeVisible()
    expect(network.count('POST /auth/reset-password')).toBe(0)
  })

  it('offers a new link if this one is used, and if it is incomplete', async () => {
    network.respondWith({
      'POST /auth/reset-password': () => ({ refuse: { status: 400, code: 'link_invalid', error: 'This link' } }),
    })
    open('?token=abc')
    await fill()
    expect(await screen.findByText(/has expired, was already used/)).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/forgot-password')
  })

  it('offers a new link without a token', () => {
    open('')
    expect(screen.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
  })
})
