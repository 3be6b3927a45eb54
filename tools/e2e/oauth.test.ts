import { createUniqueAccount } from '@meadow/testing/accounts'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { openMail } from './src/pages/mailbox.ts'

test.afterEach(({ product }) => product.closeWindows())

/** Continues as a person of the demo provider, whose page is open. */
async function continueAs(page: Page, { fullName, email }: { fullName: string; email: string }) {
  await page.getByRole('heading', { name: 'Demo provider' }).waitFor()
  await page.getByLabel('Name').fill(fullName)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue to Meadow' }).click()
}

const openProvider = async (page: Page) => {
  await page.getByRole('link', { name: 'Continue with Demo provider (this machine only)' }).click()
}

test('a visitor signs up through the demo provider, signs out, and in again', async ({ product }) => {
  const person = createUniqueAccount('Odile Marchand')
  const { page } = await product.open()
  await page.goto('/signup')
  await openProvider(page)
  await continueAs(page, person)
  await page.getByRole('heading', { name: 'One last step' }).waitFor()
  expect(page.url()).not.toContain('token')
  await expect(page.getByLabel('Full name')).toHaveValue(person.fullName)
  await page.getByLabel('Username').fill(person.username)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Welcome to Meadow!' }).waitFor()

  await page.goto('/settings/account')
  await page.getByRole('link', { name: 'Set a password' }).waitFor()
  await page.getByRole('button', { name: /^Disconnect Demo provider/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mail me a code' }).click()
  await dialog.getByText('We mailed you a code').waitFor()
  const { page: mailbox } = await product.open()
  await mailbox.goto('/dev/mail')
  await openMail(mailbox, person.email, /Your code for Meadow/)
  const code = await mailbox.frameLocator('iframe').locator('.code').textContent()
  await dialog.getByLabel('Code from our mail').fill(code ?? '')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('This is the only way into your account').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()

  await page.goto('/settings/devices')
  await openProvider(page)
  await continueAs(page, person)
  await page.waitForURL('**/settings/devices')
  await page.getByText('This device').waitFor()
})

test('a member connects the demo provider and signs in through it; a canceled sign-in says so', async ({ product }) => {
  const account = createUniqueAccount('Piet Zonneveld')
  const { page } = await product.openSignedUp(account)
  await page.goto('/settings/account')
  await page.getByRole('button', { name: /^Connect Demo provider/ }).click()
  await continueAs(page, { ...account, email: `at-work-${account.email}` })
  await page.getByRole('button', { name: /^Disconnect Demo provider/ }).waitFor()

  const { page: other } = await product.open()
  await other.goto('/')
  await openProvider(other)
  await other.getByRole('button', { name: 'Cancel' }).click()
  await other.getByText('OAuth sign-in failed').waitFor()
  await openProvider(other)
  await continueAs(other, { ...account, email: `at-work-${account.email}` })
  await other.waitForURL('**/home')
})
