import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { readLoadedRemotes, waitForReleases } from './src/pages/service-worker.ts'

test.describe('the installed app', () => {
  test.afterAll(({ product }) => product.closeWindows())

  test('opens every screen without network after one visit', async ({ product }) => {
    const account = createUniqueAccount('Iris Meadowsweet')
    const { page, problems } = await product.openSignedUp(account, { serviceWorkers: 'allow' })
    await waitForReleases(page)
    await page.context().setOffline(true)
    const remotes = {
      '/home': 'feed',
      '/inbox': 'chat',
      '/friends': 'profile',
      [`/profile/${account.username}`]: 'profile',
    }
    for (const path of [...Object.keys(remotes), '/alert', '/settings']) {
      await page.goto(path)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Home', exact: true })).toBeVisible()
      if (remotes[path]) await expect.poll(() => readLoadedRemotes(page)).toContain(remotes[path])
      await expect(page.getByText("isn't available right now")).toHaveCount(0)
    }
    expect(problems.filter((problem) => /Content Security Policy|Trusted/i.test(problem))).toEqual([])
  })
})
