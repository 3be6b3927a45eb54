import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { waitForHome } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

test('scripts of the API documents read no token, send no cookie, and get no response of a call', async ({
  product,
}) => {
  const { page } = await product.openSignedUp(createUniqueAccount('Nora Lind'))
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'posts', exact: true }).click()
  await page.locator('#operations-posts-createPost').waitFor()
  expect(await page.getByRole('button', { name: /try it out|authorize/i }).count()).toBe(0)

  const storageError = await page.evaluate(() => {
    try {
      return localStorage.getItem('token')
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(storageError).toBe('SecurityError')

  const sent = page.waitForRequest('**/api/auth/refresh')
  const renewal = await page.evaluate(() =>
    fetch('/api/auth/refresh', { method: 'POST', credentials: 'include' }).then(
      (response) => response.status,
      () => 'no response',
    ),
  )
  expect(renewal).toBe('no response')
  expect(await (await sent).allHeaders()).not.toHaveProperty('cookie')

  await page.goto('/home')
  await waitForHome(page)
})
