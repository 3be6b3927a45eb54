import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'

test.describe('a remote that does not load', () => {
  test.afterAll(({ product }) => product.closeWindows())

  test('shows an error with Retry in its place, while the rest of the page works', async ({ product }) => {
    const { page } = await product.openSignedUp(createUniqueAccount('Cleo Fern'))
    await page.route('**/mf/feed/**', (route) => route.abort())
    await page.reload()
    const panel = page.getByRole('alert')
    await panel.getByText("Your feed isn't available right now").waitFor()
    await page.getByRole('button', { name: 'Switch to dark mode' }).click()
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor()

    await panel.getByRole('button', { name: 'Retry' }).click() // still down
    await panel.getByText("Your feed isn't available right now").waitFor()

    await page.unroute('**/mf/feed/**')
    await panel.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
    await expect(panel).toHaveCount(0)
  })
})
