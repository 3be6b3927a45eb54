import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { findPost } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

test('a member pins a post to the top of their profile, where others see it', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  const content = `First of all by ${ada.account.username}`
  for (const text of [content, 'A later thought'])
    await calls.call<PostView>('/posts', { by: ada, body: { content: text } })
  const path = `/profile/${ada.account.username}`
  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto(path)
  await findPost(page, content).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Pin to your profile' }).click()
  await expect(page.getByText('Pinned', { exact: true })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(content)

  const other = await product.openSignedIn(ben.account)
  await expect(async () => {
    await other.page.goto(path)
    await expect(other.page.getByText('Pinned', { exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(other.page.getByRole('article').first()).toContainText(content)

  await page.getByRole('article').first().getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Unpin from your profile' }).click()
  await expect(page.getByText('Pinned', { exact: true })).toHaveCount(0)
  expect(problems).toEqual([])
})
