import type { TestAccount } from '@meadow/testing/accounts'
import type { Page } from '@playwright/test'
import { submitSignIn } from '../pages/member-actions.ts'
import type { Screen } from './screen.ts'

const signIn: Screen = async (page, { show }) => {
  await page.goto('/')
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await submit.waitFor()
  await show('sign-in')
  await submit.click()
  await show('sign-in-errors')
}

const signUp: Screen = async (page, { show }) => {
  await page.goto('/signup')
  await page.getByLabel('Password', { exact: true }).fill('Larkspur')
  await show('sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await show('sign-up-errors')
}

/** The pages of mails: those that ask for one, and those that its links open, with a token that does not work. */
const mailPages: Screen = async (page, { show }) => {
  await page.goto('/forgot-password')
  const submit = page.getByRole('button', { name: 'Send link' })
  await submit.click()
  await show('forgot-password-errors')
  await page.getByLabel('Email address').fill('nobody@example.org')
  await submit.click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await show('forgot-password-sent')
  await page.goto('/reset-password?token=none')
  await page.getByLabel('New password', { exact: true }).fill('Larkspur')
  await show('reset-password')
  await page.goto('/verify-email?token=none')
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await confirm.waitFor()
  await show('verify-email')
  await confirm.click()
  await page.getByRole('heading', { name: "This link doesn't work" }).waitFor()
  await show('verify-email-invalid')
}

const textPages: Screen = async (page, { show }) => {
  for (const name of ['terms', 'privacy', 'not-found']) {
    await page.goto(`/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await show(name)
  }
}

/** The refused sign-in of a suspended member, who can appeal. */
const suspended: Screen = async (page, { show }) => {
  const error = 'Moderators have suspended this account until 3 December 2026, 14:05 UTC. Rule: Be kind'
  const json = { code: 'account_suspended', error, requestId: '', appeal: { token: 'none' } }
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 403, json }))
  await page.goto('/')
  await page.getByLabel('Email or Username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('Larkspur')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Why should moderators decide otherwise?').fill('It was a joke between friends.')
  await show('suspended')
}

/** The second step of a sign-in. */
const secondFactor: Screen = async (page, { show }) => {
  const step = { token: 'none', expiresAt: '2199-01-01T00:00:00.000Z' }
  const json = { code: 'second_factor_required', error: 'Enter the code', requestId: '', secondFactor: step }
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 403, json }))
  await page.goto('/')
  await page.getByLabel('Email or Username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('Larkspur')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await show('sign-in-second-factor')
}

/** The return from a provider: of somebody new, of somebody whose address has an account, and of nobody. */
const oauth: Screen = async (page, { show }) => {
  const provider = 'google'
  const answers = [
    [
      'new',
      { registration: { provider, username: 'odile', fullName: 'Odile Marchand', email: null } },
      'One last step',
    ],
    ['link', { link: { provider, email: 'odile@example.org', hasPassword: true } }, 'You already have an account'],
  ] as const
  for (const [name, json, heading] of answers) {
    await page.route('**/api/auth/oauth/exchange', (route) => route.fulfill({ json }))
    await page.goto('/oauth/callback?token=none')
    await page.getByRole('heading', { name: heading }).waitFor()
    await show(`oauth-${name}`)
    await page.unroute('**/api/auth/oauth/exchange')
  }
}

const guest: Screen = async (page, { show }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Continue without login' }).click()
  const post = page.getByRole('article').first()
  await post.waitFor()
  await show('guest-home')
  await post.getByRole('button', { name: 'Like', exact: true }).click()
  await page.getByText('the post gets your like').waitFor()
  await show('guest-action')
  await page.goBack()
  await post
    .getByRole('link')
    .filter({ has: page.getByRole('time') })
    .click()
  await page.getByLabel('Write a comment').waitFor()
  await show('guest-post')
  await page.getByRole('article').first().locator('header').getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Media' }).waitFor()
  await show('guest-profile')
}

/** Signs in through the form and waits for the welcome page. */
export async function signInThroughForm(page: Page, account: TestAccount): Promise<void> {
  await submitSignIn(page, account)
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
}

/** The viewer is signed in on all later screens. */
const signedIn: Screen = async (page, { viewer, show }) => {
  await signInThroughForm(page, viewer)
  await show('success')
}

export const signInScreens: Screen[] = [
  signIn,
  signUp,
  mailPages,
  textPages,
  suspended,
  secondFactor,
  oauth,
  guest,
  signedIn,
]
