import { beforeEach, describe, expect, it } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SignUpPage } from './sign-up-page.tsx'
import { validateSignUp } from './validate-sign-up.ts'

const validInput = {
  username: 'ann',
  fullName: 'Ann Berger',
  email: 'ann@example.org',
  password: 'meadow',
  confirm: 'meadow',
  agreed: true,
}

describe('a sign-up', () => {
  it('accepts complete values, even with a simple password', () => expect(validateSignUp(validInput)).toEqual({}))

  it.each([
    ['username', ' ', 'Username is required'],
    ['username', 'an', 'Username must be at least 3 characters'],
    ['fullName', ' ', 'Full name is required'],
    ['email', '', 'Email is required'],
    ['email', 'ann@example', 'Email is invalid'],
    ['password', '', 'Password is required'],
    ['password', 'short', 'Password must be at least 6 characters'],
    ['confirm', '', 'Please confirm your password'],
    ['confirm', 'meadows', 'Passwords do not match'],
  ])('with the %s "%s" is rejected with "%s"', (field, value, message) => {
    expect(validateSignUp({ ...validInput, [field]: value })).toMatchObject({ [field]: message })
  })
})

describe('the sign-up page', () => {
  let network: FakeApi
  beforeEach(() => {
    localStorage.clear()
    network = fakeApi({ 'POST /auth/register': () => ({ token: 'a-token', user: aMember() }) })
    renderPage(<SignUpPage />, { signedIn: false })
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
    expect(network.calls).toEqual([])
    await enter('Username', 'a')
    expect(screen.queryByText('Username is required')).not.toBeInTheDocument()
    expect(screen.getByText('Full name is required')).toBeVisible()
  })

  it('ticks off the password rules while typing', async () => {
    const ticked = () => screen.getAllByText(', met').map((mark) => mark.parentElement?.textContent)
    await enter('Password', 'meadow1')
    expect(ticked()).toEqual(['At least 6 characters, met', 'One lowercase letter, met', 'One number, met'])
    await enter('Password', 'M')
    expect(ticked()).toHaveLength(4)
  })

  it('creates the account and shows a welcome toast', async () => {
    await fill()
    await submit()
    expect(await screen.findByText('Account Created!')).toBeInTheDocument()
    const { confirm, agreed, ...sent } = validInput
    expect(network.calls[0]?.body).toEqual(sent)
  })

  it('shows a field error of the server under its field', async () => {
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
    expect(await screen.findByText('Registration Failed')).toBeInTheDocument()
    expect(screen.getByText('This username is taken')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus())
  })
})
