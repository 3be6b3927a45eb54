import { createUniqueAccount } from '@meadow/testing/accounts'
import { generateSync } from 'otplib'
import { expect, test } from './src/fixtures.ts'
import { submitSignIn } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

test('a member sets up an authenticator app, and signs in with its code, or with a recovery code', async ({
  product,
}) => {
  const account = createUniqueAccount('Teodora Vasile')
  const { page } = await product.openSignedUp(account)
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const epoch = Math.floor(Date.now() / 1_000)
  await dialog.getByLabel('Code that the app shows').fill(generateSync({ secret, epoch }))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
  const [recoveryCode = ''] = await dialog.getByRole('listitem').allTextContents()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as a file' }).click()
  expect((await download).suggestedFilename()).toBe('meadow-recovery-codes.txt')
  await dialog.getByLabel('I have saved these codes').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('On. 10 recovery codes are left.').waitFor()

  for (const code of [generateSync({ secret, epoch: epoch + 30 }), recoveryCode]) {
    await page.goto('/settings/account')
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
    await submitSignIn(page, account)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
  }
  await page.goto('/settings/account')
  await page.getByText('On. 9 recovery codes are left.').waitFor()
})
