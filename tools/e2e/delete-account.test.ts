import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { submitSignIn } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

test('a deleted account is hidden and signed out at once, and comes back when it is restored in time', async ({
  product,
}) => {
  const account = createUniqueAccount('Liv Moreau')
  const { page } = await product.openSignedUp(account)
  const { page: neighbour } = await product.openSignedUp(createUniqueAccount('Nils Neighbour'))
  const profile = neighbour.getByRole('heading', { level: 1, name: account.fullName })
  await expect(async () => {
    await neighbour.goto(`/profile/${account.username}`)
    await expect(profile).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await page.goto('/settings/data')
  await expect(page.getByRole('region', { name: 'Account and sign-in' })).toContainText(/Account1since .*2/)
  await expect(page.getByRole('region', { name: 'Conversations and messages' })).toContainText('Conversations0')
  const form = page.getByRole('form', { name: 'Delete account' })
  await form.getByLabel('Your password').fill(account.password)
  await form.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText(/^Your account will be deleted on/).waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect(async () => {
    await neighbour.reload()
    await neighbour.getByRole('heading', { level: 1 }).waitFor({ timeout: 2_000 })
    await expect(profile).toBeHidden({ timeout: 500 })
  }).toPass()

  await submitSignIn(page, account)
  await page.getByRole('heading', { name: /^Your account will be deleted on/ }).waitFor()
  await page.getByRole('button', { name: 'Restore my account' }).click()
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
  await expect(async () => {
    await neighbour.reload()
    await expect(profile).toBeVisible({ timeout: 2_000 })
  }).toPass()
})
