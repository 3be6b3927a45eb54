import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SignUpPage } from './sign-up-page.tsx'
import { validateSignUp } from './validate-sign-up.ts'

const validInput = {
  username: 'ann',
  fullName: 'Ann Berger',
  email: 'ann@example.org',
  password: 'larkspur hill',
  confirm: 'larkspur hill',
  agreed: true,
}

const USERNAME_RULE = 'Use letters, digits, single dots and underscores; begin and end with a letter or digit'

describe('a sign-up', () => {
  it('accepts complete values, even with a simple password', () => expect(validateSignUp(validInput)).toEqual({}))

  it.each([
    ['username', ' ', 'Username is required'],
    ['username', 'an', 'Username must be at least 3 characters'],
    ['username', 'zed tester!', USERNAME_RULE],
    ['username', 'zed.', USERNAME_RULE],
    ['username', 'Kelvin', USERNAME_RULE],
    ['username', 'z'.repeat(31), 'Username can have at most 30 characters'],
    ['fullName', ' ', 'Full name is required'],
    ['email', '', 'Email is required'],
    ['email', 'ann@example', 'Email is invalid'],
    ['password', '', 'Password is required'],
    ['password', 'short', 'Password must be at least 6 characters'],
    ['password', 'Berger84', 'Your name, username, email or Meadow is too easy to guess'],
    ['password', 'meadow', 'Your name, username, email or Meadow is too easy to guess'],
    ['password', 'PassW0rd', 'This password is on the list of common passwords'],
    ['confirm', '', 'Please confirm your password'],
    ['confirm', 'meadows', 'Passwords do not match'],
  ])('with the %s "%s" is rejected with "%s"', (field, value, message) => {
    expect(validateSignUp({ ...validInput, [field]: value }, new Set(['passw0rd']))).toMatchObject({ [field]: message })
  })
})

describe('the sign-up page', () => {
  let network: FakeApi
  beforeEach(async () => {
    localStorage.clear()
    sessionStorage.clear()
    network = fakeApi({
      'GET /auth/registration': () => ({ registration: 'open' }),
      'POST /auth/register': () => ({ token: 'a-token', user: aMember() }),
      'GET /auth/oauth': () => ({ providers: [] }),
    })
    renderPage(<SignUpPage />, { signedIn: false })
    await screen.findByLabelText('Username')
  })

  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }))

  async function enter(label: string, text: string) {
    await userEvent.click(screen.getByLabelText(label))
    await userEvent.paste(text)
  }

  async function fill() {
    await enter('Username', validInput.username)
    await enter('Full name', validInput.fullName)
    await enter('Email address', validInput.email)
    await enter('Password', validInput.password)
    await enter('Confirm password', validInput.confirm)
    await userEvent.click(screen.getByRole('checkbox'))
  }

  it('shows errors under the fields until they are edited', async () => {
    await submit()
    expect(screen.getByText('Username is required')).toBeVisible()
    expect(screen.getByText('Please agree to the terms and the privacy notice')).toBeVisible()
    expect(network.count('POST /auth/register')).toBe(0)
    await enter('Username', 'a')
    expect(screen.queryByText('Username is required')).not.toBeInTheDocument()
    expect(screen.getByText('Full name is required')).toBeVisible()
  })

  it('says that a name cannot be a username while it is typed', async () => {
    await userEvent.type(screen.getByLabelText('Username'), 'zed.')
    expect(screen.queryByText(USERNAME_RULE)).not.toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Username'), '.')
    expect(screen.getByText(USERNAME_RULE)).toBeVisible()
    await userEvent.type(screen.getByLabelText('Username'), '{Backspace}b')
    expect(screen.queryByText(USERNAME_RULE)).not.toBeInTheDocument()
  })

  it('ticks off the password rules while typing', async () => {
    const ticked = () => screen.getAllByText(', met').map((mark) => mark.parentElement?.textContent)
    await enter('Username', 'ann.b')
    await enter('Password', 'annb2024')
    expect(await screen.findByText('Not too common')).toBeVisible()
    await waitFor(() =>
      expect(ticked()).toEqual([
        'At least 6 characters, met',
        'Not too common, met',
        'One lowercase letter, met',
        'One number, met',
      ]),
    )
    await enter('Password', 'M')
    expect(ticked()).toHaveLength(6)
  })

  it('knows the list of common passwords of the server', async () => {
    await fill()
    await userEvent.clear(screen.getByLabelText('Password'))
    await enter('Password', 'iloveyou')
    expect(await screen.findByText('One lowercase letter')).toBeVisible()
    expect(screen.getByText('Not too common').closest('li')).toHaveTextContent('not met yet')
    await submit()
    expect(screen.getByText('This password is on the list of common passwords')).toBeVisible()
    expect(network.count('POST /auth/register')).toBe(0)
  })

  it('takes an error away as soon as another field mends it', async () => {
    await fill()
    await enter('Password', '!')
    await submit()
    expect(screen.getByText('Passwords do not match')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Password'), '{Backspace}')
    expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument()
  })

  it('says a refusal in a banner and a toast, until something is edited', async () => {
    network.respondWith({
      'POST /auth/register': () => ({ refuse: { status: 429, code: 'too_many_requests', error: 'Too many attempts' } }),
    })
    await fill()
    await submit()
    expect(await screen.findByText('Registration Failed')).toBeInTheDocument() // first: a toast goes after five seconds
    const banner = () => within(document.querySelector('main') as HTMLElement).queryByText('Too many attempts')
    expect(banner()).toBeVisible()
    await enter('Username', 'a')
    expect(banner()).not.toBeInTheDocument()
  })

  it('creates the account and shows a welcome toast', async () => {
    await fill()
    await submit()
    expect(await screen.findByText('Account Created!')).toBeInTheDocument()
    const { confirm, agreed, ...sent } = validInput
    expect(network.last('POST /auth/register')?.body).toEqual(sent)
  })

  it('shows a field error of the server under its field, in a banner and in a toast', async () => {
    network.respondWith({
      'POST /auth/register': () => ({
        refuse: {
          status: 409,
          code: 'already_taken',
          error: 'Already taken',
          fields: { username: 'This username is taken' },
        },
      }),
    })
    await fill()
    await submit()
    expect(await screen.findByText('This username is taken')).toBeVisible()
    expect(await screen.findByText('Registration Failed')).toBeInTheDocument()
    expect(screen.getAllByText('Already taken')).toHaveLength(2)
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus())
  })
})

describe('the sign-up page says who can sign up', () => {
  let network: FakeApi
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  afterEach(() => window.history.replaceState(null, '', '/'))

  function open(
    registration: 'open' | 'invite' | 'closed',
    { path = '/signup', isUsable = true, isAdminExpected = false } = {},
  ) {
    network = fakeApi({
      'GET /auth/registration': () => ({ registration, isAdminExpected }),
      'GET /auth/oauth': () => ({ providers: ['google'] }),
      'POST /auth/invites/check': () => ({ isUsable }),
      'POST /auth/register': () => ({ token: 'a-token', user: aMember() }),
    })
    window.history.replaceState(null, '', path)
    return renderPage(<SignUpPage />, { signedIn: false, path })
  }

  it.each([
    ['nobody', 'closed', '/signup', /takes no new members/],
    ['nobody, also with an invite', 'closed', '/signup?invite=abc', /takes no new members/],
    ['people with an invite', 'invite', '/signup', /You need an invite/],
  ] as const)('%s', async (_who, registration, path, text) => {
    open(registration, { path })
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument()
    expect(screen.queryByText('Or continue with')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  it.each(['invite', 'closed'] as const)('the first admin, in the mode %s', async (registration) => {
    open(registration, { isAdminExpected: true })
    expect(await screen.findByText(/waits for its first admin/)).toBeVisible()
    expect(screen.getByLabelText('Username')).toBeVisible()
  })

  it('not those whose invite does not work', async () => {
    open('invite', { path: '/signup?invite=abc', isUsable: false })
    expect(await screen.findByText(/This invite has expired/)).toBeVisible()
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument()
  })

  it('takes the invite from the link out of the address, keeps it over a reload, and sends it once', async () => {
    const { unmount } = open('invite', { path: '/signup?invite=abc' })
    expect(await screen.findByText(/You are invited/)).toBeVisible()
    expect(network.last('POST /auth/invites/check')?.body).toEqual({ invite: 'abc' })
    expect(window.location.search).toBe('')
    unmount()
    open('invite')
    expect(await screen.findByText(/You are invited/)).toBeVisible()
    for (const [label, text] of [
      ['Username', 'ann'],
      ['Full name', 'Ann Berger'],
      ['Email address', 'ann@example.org'],
      ['Password', 'larkspur hill'],
      ['Confirm password', 'larkspur hill'],
    ] as const) {
      await userEvent.click(screen.getByLabelText(label))
      await userEvent.paste(text)
    }
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('Account Created!')).toBeInTheDocument()
    expect(network.last('POST /auth/register')?.body).toMatchObject({ username: 'ann', invite: 'abc' })
    expect(sessionStorage.getItem('invite')).toBeNull()
  })

  it('leaves it to the form where the server does not answer', async () => {
    open('open')
    network.respondWith({ 'GET /auth/registration': () => 'no network' })
    expect(await screen.findByLabelText('Username')).toBeVisible()
  })
})
