import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { findPost } from './src/pages/member-actions.ts'
import { countStoredEntries } from './src/pages/stored-outbox.ts'
import { storeQueries } from './src/pages/stored-queries.ts'

test.afterEach(({ product }) => product.closeWindows())

test('bookmarks are kept in folders, also offline, and their page opens without a network', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  const content = `A recipe of ${ben.account.username}`
  await calls.call<PostView>('/posts', { by: ben, body: { content } })
  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto('/home')
  const menu = findPost(page, content).getByRole('button', { name: 'More', exact: true })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Bookmark' }).click()
  await page.getByRole('button', { name: 'Open bookmarks' }).click()
  await page.waitForURL('**/bookmarks')
  await expect(findPost(page, content)).toBeVisible()

  await findPost(page, content).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move to a folder' }).click()
  await page.getByRole('dialog').getByLabel('Folder', { exact: true }).fill('Recipes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Recipes 1').click()
  await expect(findPost(page, content)).toBeVisible()
  expect(problems).toEqual([])

  await storeQueries(page, '"bookmarks"')
  await disconnect(page.context())
  await page.reload()
  await expect(findPost(page, content)).toBeVisible()
  await findPost(page, content).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove bookmark' }).click()
  await expect.poll(() => countStoredEntries(page)).toBe(1)
  await reconnect(page.context())
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  await expect
    .poll(async () => (await calls.call<{ posts: PostView[] }>('/posts/bookmarks', { by: ada })).posts)
    .toEqual([])
})
