import { beforeEach, describe, expect, it } from '@jest/globals'
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
    'GET /auth/oauth': () => ({ providers: [] }),
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
  expect(await screen.findByText('Login Failed')).toBeInTheDocument()
  expect(screen.getAllByText('Wrong email, username or password')).toHaveLength(2)
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

it('says which demo account is a moderator', async () => {
  cleanup()
  const mara = { username: 'mara', fullName: 'Mara Lindqvist', avatar: '', role: 'member' as const }
  const tomas = { username: 'tomas', fullName: 'Tomás Rey', avatar: '', role: 'moderator' as const }
  network.respondWith({ 'GET /auth/demo-accounts': () => ({ accounts: [mara, tomas] }) })
  renderPage(<SignInPage />, { signedIn: false })
  expect(await screen.findByRole('button', { name: 'Sign in as Tomás Rey, moderator' })).toHaveTextContent('Moderator')
  expect(screen.getByRole('button', { name: 'Sign in as Mara Lindqvist' })).not.toHaveTextContent('Moderator')
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

describe('the sign-in with a second factor', () => {
  const secondFactor = { token: 'the-second-step', expiresAt: '2026-04-16T12:10:00.000Z' }
  const refuse = () => ({
    refuse: { status: 403, code: 'second_factor_required', error: 'Enter the code', secondFactor },
  })
  const typeCode = async (code: string) => {
    await userEvent.type(await screen.findByLabelText('Code'), code)
    await submit()
  }

  it('asks for the code after the password, and opens the session by it', async () => {
    network.respondWith({
      'POST /auth/login': refuse,
      'POST /auth/second-factor': () => ({ token: 'a-new-token', user: aMember() }),
    })
    await fill()
    await submit()
    await screen.findByRole('heading', { name: 'Enter your code' })
    await submit()
    expect(screen.getByText('The code is required')).toBeVisible()
    await typeCode('123 456')
    await waitFor(() => expect(localStorage.getItem('token')).toBe('a-new-token'))
    expect(network.last('POST /auth/second-factor')?.body).toEqual({ token: 'the-second-step', code: '123 456' })
  })

  it('keeps a wrong code, and can be begun again', async () => {
    const error = 'This code is wrong or has expired'
    network.respondWith({
      'POST /auth/login': refuse,
      'POST /auth/second-factor': () => ({ refuse: { status: 403, code: 'wrong_code', error } }),
    })
    await fill()
    await submit()
    await typeCode('000000')
    expect((await screen.findAllByText(error))[0]).toBeVisible()
    expect(screen.getByLabelText('Code')).toHaveValue('000000')
    await userEvent.click(screen.getByRole('button', { name: 'Back to sign in' }))
    expect(screen.getByLabelText('Password')).toHaveValue('')
  })

  it('leads to the way back into a deactivated account', async () => {
    const restore = { token: 'the-way-back', erasesAt: null }
    const deactivated = { status: 403, code: 'account_deactivated', error: 'This account is deactivated', restore }
    network.respondWith({ 'POST /auth/login': refuse, 'POST /auth/second-factor': () => ({ refuse: deactivated }) })
    await fill()
    await submit()
    await typeCode('123456')
    expect(await screen.findByRole('heading', { name: 'Your account is deactivated' })).toBeVisible()
  })
})

describe('the sign-in to a deactivated account', () => {
  const refuse = (erasesAt: string | null) => () => ({
    refuse: {
      status: 403,
      code: 'account_deactivated',
      error: 'This account is deactivated',
      restore: { token: 'the-way-back', erasesAt },
    },
  })

  it('says when it will be deleted, and restores it', async () => {
    network.respondWith({
      'POST /auth/login': refuse('2026-04-16T12:00:00.000Z'),
      'POST /auth/account/restore': () => ({ token: 'a-new-token', user: aMember() }),
    })
    await fill()
    await userEvent.click(screen.getByLabelText('Remember me'))
    await submit()
    expect(await screen.findByRole('heading', { name: /^Your account will be deleted on .*2026/ })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Restore my account' }))
    await waitFor(() => expect(localStorage.getItem('token')).toBe('a-new-token'))
    expect(network.last('POST /auth/account/restore')?.body).toEqual({ token: 'the-way-back', remember: true })
  })

  it('says that it is only deactivated, and can be left as it is', async () => {
    network.respondWith({ 'POST /auth/login': refuse(null) })
    await fill()
    await submit()
    expect(await screen.findByRole('heading', { name: 'Your account is deactivated' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Back to sign in' }))
    expect(screen.getByLabelText('Password')).toHaveValue('')
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('says that the time to restore it is over', async () => {
    const error = 'Please sign in again to restore your account'
    network.respondWith({
      'POST /auth/login': refuse(null),
      'POST /auth/account/restore': () => ({ refuse: { status: 400, code: 'restore_expired', error } }),
    })
    await fill()
    await submit()
    await userEvent.click(await screen.findByRole('button', { name: 'Restore my account' }))
    expect(await screen.findByText(error)).toBeVisible()
  })
})

it('says until when an account is suspended, and takes an appeal', async () => {
  const error = 'Moderators have suspended this account until 3 December 2026, 14:05 UTC. Rule: Be kind'
  network.respondWith({
    'POST /auth/login': () => ({
      refuse: { status: 403, code: 'account_suspended', error, appeal: { token: 'the-way' } },
    }),
    'POST /auth/suspension/appeal': () => ({ ok: true as const }),
  })
  await fill()
  await submit()
  expect(await screen.findByText(error)).toHaveFocus()
  await userEvent.type(screen.getByLabelText('Why should moderators decide otherwise?'), 'It was a joke')
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByRole('heading', { name: 'Your appeal was sent' })).toBeVisible()
  expect(network.last('POST /auth/suspension/appeal')?.body).toEqual({ token: 'the-way', text: 'It was a joke' })
  await userEvent.click(screen.getByRole('button', { name: 'Back to sign in' }))
  expect(screen.getByLabelText('Password')).toHaveValue('')
})

it('only says so if a suspended member cannot appeal', async () => {
  const error = 'Moderators have suspended this account.'
  network.respondWith({
    'POST /auth/login': () => ({ refuse: { status: 403, code: 'account_suspended', error } }),
  })
  await fill()
  await submit()
  expect(await screen.findAllByText(error)).not.toHaveLength(0)
  expect(screen.queryByRole('button', { name: 'Send appeal' })).not.toBeInTheDocument()
})
