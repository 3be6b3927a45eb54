import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'

test.afterEach(({ product }) => product.closeWindows())

test('a member who changes the username is found at the old address', async ({ product }) => {
  const account = createUniqueAccount('Liv Moreau')
  const { page } = await product.openSignedUp(account)
  const { page: neighbour } = await product.openSignedUp(createUniqueAccount('Nils Neighbour'))
  const username = `${account.username}.x`
  await page.goto('/settings/account')
  await page.getByLabel('New username').fill(username)
  await page.getByRole('button', { name: 'Change username' }).click()
  await page.getByText(`You are now @${username}`).waitFor()
  await expect(async () => {
    await neighbour.goto(`/profile/${account.username}`)
    await expect(neighbour).toHaveURL(new RegExp(`/profile/${username}$`), { timeout: 2_000 })
  }).toPass()
})
