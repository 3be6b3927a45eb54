import { createUniqueAccount, type TestAccount } from '@meadow/testing/accounts'
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expect, test } from './src/fixtures.ts'
import { submitSignIn } from './src/pages/member-actions.ts'
import { addVirtualAuthenticator } from './src/pages/virtual-authenticator.ts'

test.afterEach(({ product }) => product.closeWindows())

/** Opens the dialog that adds a passkey, and gives the password. */
async function beginToAdd(page: Page, { password }: TestAccount) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  return dialog
}

async function logOut(page: Page) {
  await page.goto('/settings/account')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
}

const signInByPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()
const waitUntilSignedIn = (page: Page) => page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
const findRenameButtons = (page: Page) => page.getByRole('button', { name: /^Rename / })

test('a member adds a passkey, names it, signs in by it alone, and removes it with a proof by itself', async ({
  product,
}) => {
  const account = createUniqueAccount('Perpetua Lindqvist')
  const { page } = await product.openSignedUp(account)
  await addVirtualAuthenticator(page)
  await page.goto('/settings/account')
  const adding = await beginToAdd(page, account)
  await adding.waitFor({ state: 'hidden' })
  await findRenameButtons(page).click()
  const naming = page.getByRole('dialog', { name: 'Rename the passkey' })
  await naming.getByLabel('Name').fill('My phone')
  await naming.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'My phone' }).waitFor()

  await logOut(page)
  await signInByPasskey(page)
  await waitUntilSignedIn(page)
  await page.goto('/settings/account')
  await page.getByText(/last used on/).waitFor()

  await page.getByRole('button', { name: 'Remove My phone' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove My phone?' })
  await removing.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await removing.getByText('Confirmed with your passkey.').waitFor()
  await removing.getByRole('button', { name: 'Remove', exact: true }).click()
  await removing.waitFor({ state: 'hidden' })
  await expect(findRenameButtons(page)).toHaveCount(0)

  await logOut(page)
  await signInByPasskey(page)
  await page.getByText('This passkey was not accepted. Please try again').waitFor()
  await submitSignIn(page, account)
  await waitUntilSignedIn(page)
})

test('a passkey that is not made or not used says so, and the form can be used again', async ({ product }) => {
  const account = createUniqueAccount('Ignatius Okafor')
  const { page } = await product.openSignedUp(account)
  const phone = await addVirtualAuthenticator(page)
  await page.goto('/settings/account')
  await phone.setUserVerified(false)
  const adding = await beginToAdd(page, account)
  await adding.getByText(/^Your browser made no passkey/).waitFor()
  await phone.setUserVerified(true)
  await adding.getByRole('button', { name: 'Continue' }).click()
  await adding.waitFor({ state: 'hidden' })

  const again = await beginToAdd(page, account)
  await again.getByText(/this device already has one/).waitFor()
  await phone.remove()
  const laptop = await addVirtualAuthenticator(page)
  await again.getByRole('button', { name: 'Continue' }).click()
  await again.waitFor({ state: 'hidden' })
  await expect(findRenameButtons(page)).toHaveCount(2)

  await logOut(page)
  await laptop.setUserVerified(false)
  await signInByPasskey(page)
  await page.getByText('No passkey was used. Try again, or sign in in another way.').waitFor()
  await laptop.setUserVerified(true)
  await signInByPasskey(page)
  await waitUntilSignedIn(page)

  await logOut(page)
  await laptop.deletePasskeys()
  await signInByPasskey(page)
  await page.getByText('No passkey was used. Try again, or sign in in another way.').waitFor()
  await submitSignIn(page, account)
  await waitUntilSignedIn(page)
})

test('a passkey takes the place of the code of an authenticator app', async ({ product }) => {
  const account = createUniqueAccount('Casimir Boateng')
  const { page } = await product.openSignedUp(account)
  await addVirtualAuthenticator(page)
  await page.goto('/settings/account')
  await (await beginToAdd(page, account)).waitFor({ state: 'hidden' })
  const headers = { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  const proposed = await page.request.post('/api/auth/totp', { headers, data: { password: account.password } })
  const { secret } = await proposed.json()
  const confirmed = await page.request.put('/api/auth/totp', { headers, data: { code: generateSync({ secret }) } })
  expect(confirmed.status()).toBe(200)

  await logOut(page)
  await submitSignIn(page, account)
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await waitUntilSignedIn(page)
})
