import { createUniqueAccount } from '@meadow/testing/accounts'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { openMail } from './src/pages/mailbox.ts'

test.afterEach(({ product }) => product.closeWindows())

const findNotice = (page: Page) => page.getByRole('region', { name: 'Confirm your email address' })

test('a new address is confirmed by the link in the mailbox, and the notice goes on all open pages', async ({
  product,
}) => {
  const account = createUniqueAccount('Ylva Norrby')
  const { page: phone } = await product.openSignedUp(account)
  await phone.evaluate(() => sessionStorage.clear()) // shows the notice again
  await phone.reload()
  await findNotice(phone).waitFor()
  await findNotice(phone).getByRole('button', { name: 'Send link' }).click()
  await phone.getByText('within the last hour').waitFor()

  const { page } = await product.open()
  await openMail(page, account.email, /Confirm your email address/)
  await page.frameLocator('iframe').getByRole('link', { name: 'Confirm email address' }).click()
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await confirm.waitFor()
  expect(page.url()).not.toContain('token')
  await expect(findNotice(phone)).toBeVisible()
  await confirm.click()
  await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
  await expect(findNotice(phone)).toBeHidden()
  await phone.goto('/settings/account')
  await phone.getByText('Confirmed.', { exact: true }).waitFor()
})
