import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { openMail } from './src/pages/mailbox.ts'
import { signIn } from './src/pages/member-actions.ts'

const NEXT_PASSWORD = 'Marigold-in-May-8'

test.afterEach(({ product }) => product.closeWindows())

test('a forgotten password is replaced by the link in the mailbox of this computer', async ({ product }) => {
  const account = createUniqueAccount('Sefa Lindholm')
  const { page: phone } = await product.openSignedUp(account)
  const { page } = await product.open()
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email address').fill(account.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()

  await page.getByRole('link', { name: 'mailbox of this computer' }).click()
  await openMail(page, account.email, /new Meadow password/)
  await page.frameLocator('iframe').getByRole('link', { name: 'Choose a new password' }).click()

  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD)
  expect(page.url()).not.toContain('token')
  await page.getByLabel('Repeat the new password').fill(NEXT_PASSWORD)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
  await phone.getByRole('button', { name: 'Sign in', exact: true }).waitFor() // its session has ended
  await signIn(page, { ...account, password: NEXT_PASSWORD })
})
