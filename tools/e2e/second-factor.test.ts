import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
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

const COMMAND = resolve(import.meta.dirname, '../../services/auth/src/second-factor/cli/main.ts')

test('an operator removes the second factor of a member who lost it, whose sessions end', async ({ product }) => {
  const account = createUniqueAccount('Ottilie Brandt')
  const { page } = await product.openSignedUp(account)
  const headers = { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  const proposed = await page.request.post('/api/auth/totp', { headers, data: { password: account.password } })
  const { secret } = await proposed.json()
  await page.request.put('/api/auth/totp', { headers, data: { code: generateSync({ secret }) } })
  const { page: elsewhere } = await product.open()
  await submitSignIn(elsewhere, account)
  await elsewhere.getByRole('heading', { name: 'Enter your code' }).waitFor()

  const { PATH, HOME } = process.env
  const { dataDir } = product.stack
  const env = { PATH, HOME, DATA_DIR: dataDir, INIT_CWD: dataDir }
  await promisify(execFile)(process.execPath, [COMMAND, 'remove', account.username], { env })
  await expect.poll(async () => (await page.request.get('/api/auth/totp', { headers })).status()).toBe(401)
  const { page: another } = await product.open()
  await submitSignIn(another, account)
  await another.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
})
