import { beforeEach, describe, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApproveEmailChangePage, ChangeEmailPage } from './change-email-page.tsx'

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/change-email?token=abc')
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'POST /auth/email/confirm': () => ({ isChanged: true }),
    'POST /auth/email/refuse': () => ({ ok: true }),
  })
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the pages behind the links of a change', () => {
  it('send nothing by themselves, and take the token out of the address bar', () => {
    renderPage(<ChangeEmailPage />, { signedIn: false })
    expect(window.location.href).not.toContain('abc')
    expect(network.count('POST /auth/email/confirm')).toBe(0)
  })

  it('confirm the new address', async () => {
    renderPage(<ChangeEmailPage />, { signedIn: false })
    await press('Confirm new address')
    expect(await screen.findByRole('heading', { name: 'Your email address is changed' })).toBeVisible()
    expect(network.last('POST /auth/email/confirm')?.body).toEqual({ token: 'abc' })
  })

  it('say that the other link is missing', async () => {
    network.respondWith({ 'POST /auth/email/confirm': () => ({ isChanged: false }) })
    renderPage(<ApproveEmailChangePage />, { signedIn: false })
    await press('Allow the change')
    expect(await screen.findByRole('heading', { name: 'One more link' })).toBeVisible()
  })

  it('refuse the change, and advise a new password', async () => {
    renderPage(<ApproveEmailChangePage />, { signedIn: false })
    await press('Refuse the change')
    expect(await screen.findByText(/someone knows your password/)).toHaveFocus()
    expect(network.last('POST /auth/email/refuse')?.body).toEqual({ token: 'abc' })
    expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/forgot-password')
  })

  it('say that a link does not work', async () => {
    const refuse = { status: 400, code: 'link_invalid', error: 'This link' }
    network.respondWith({ 'POST /auth/email/confirm': () => ({ refuse }) })
    renderPage(<ChangeEmailPage />, { signedIn: false })
    await press('Confirm new address')
    expect(await screen.findByText(/belongs to another account/)).toHaveFocus()
  })

  it('keep the link after a failure that has nothing to do with it', async () => {
    network.respondWith({ 'POST /auth/email/confirm': () => 'no network' })
    renderPage(<ChangeEmailPage />, { signedIn: false })
    await press('Confirm new address')
    expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach Meadow")
    expect(screen.getByRole('button', { name: 'Confirm new address' })).toBeVisible()
  })
})
