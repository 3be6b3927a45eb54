import { beforeEach, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SignInPage } from './sign-in-page.tsx'

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'POST /auth/logout': () => ({ ok: true }),
    'GET /auth/demo-accounts': () => ({ accounts: [] }),
  })
  renderPage(<SignInPage />, { signedIn: false })
})

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }))

async function fill() {
  await userEvent.type(screen.getByLabelText('Email or Username'), ' ann ')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
}

it('requires both fields and sends nothing without them', async () => {
  await submit()
  expect(screen.getByText('Email or username is required')).toBeVisible()
  expect(screen.getByText('Password is required')).toBeVisible()
  expect(screen.getByLabelText('Email or Username')).toHaveFocus()
  expect(network.count('POST /auth/login')).toBe(0)
})

it('shows a failure in a banner and a toast, and keeps the input', async () => {
  network.respondWith({
    'POST /auth/login': () => ({
      refuse: { status: 401, code: 'wrong_credentials', error: 'Wrong email, username or password' },
    }),
  })
  await fill()
  await submit()
  const messages = await screen.findAllByText('Wrong email, username or password')
  expect(messages).toHaveLength(2)
  expect(screen.getByText('Login Failed')).toBeInTheDocument()
  expect(screen.getByLabelText('Password')).toHaveValue('secret')
  expect(screen.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-busy')
})

it('shows a busy button and sends once on repeated clicks', async () => {
  const response = Promise.withResolvers<'no network'>()
  network.respondWith({ 'POST /auth/login': () => response.promise })
  await fill()
  await userEvent.click(screen.getByLabelText('Remember me'))
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}{Enter}')
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeVisible()
  expect(network.count('POST /auth/login')).toBe(1)
  expect(network.calls.find(({ key }) => key === 'POST /auth/login')?.body).toEqual({
    email: 'ann',
    password: 'secret',
    remember: true,
  })
  response.resolve('no network')
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
})

it('shows the password on demand', async () => {
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
})

it('shows no demo accounts if there are none', async () => {
  await waitFor(() => expect(network.count('GET /auth/demo-accounts')).toBe(1))
  expect(screen.queryByRole('button', { name: /^Sign in as/ })).not.toBeInTheDocument()
})

it('signs in as the chosen demo account', async () => {
  cleanup()
  const mara = { username: 'mara', fullName: 'Mara Lindqvist', avatar: '' }
  network.respondWith({
    'GET /auth/demo-accounts': () => ({ accounts: [mara] }),
    'POST /auth/demo-session': () => ({ token: 'a token', user: aMember({ fullName: 'Mara Lindqvist' }) }),
  })
  renderPage(<SignInPage />, { signedIn: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as Mara Lindqvist' }))
  expect(await screen.findByText('Welcome back, Mara Lindqvist!')).toBeInTheDocument()
  expect(network.calls.find(({ key }) => key === 'POST /auth/demo-session')?.body).toEqual({ username: 'mara' })
  expect(network.count('POST /auth/login')).toBe(0)
})

it('reports a demo account that refuses the sign-in', async () => {
  cleanup()
  const mara = { username: 'mara', fullName: 'Mara Lindqvist', avatar: '' }
  network.respondWith({
    'GET /auth/demo-accounts': () => ({ accounts: [mara] }),
    'POST /auth/demo-session': () => ({
      refuse: { status: 401, code: 'wrong_credentials', error: 'Wrong email, username or password' },
    }),
  })
  renderPage(<SignInPage />, { signedIn: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as Mara Lindqvist' }))
  expect(await screen.findByText('Login Failed')).toBeInTheDocument()
})
