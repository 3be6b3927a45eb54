import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findPost } from './src/pages/member-actions.ts'
import { countStoredEntries } from './src/pages/stored-outbox.ts'

test.afterEach(({ product }) => product.closeWindows())

async function deletePost(page: Page, content: string) {
  await findPost(page, content).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await page.getByRole('dialog', { name: 'Delete post' }).getByRole('button', { name: 'Delete' }).click()
  await expect(findPost(page, content)).toHaveCount(0)
}

test('a deleted post can be brought back for some seconds, and a page that is closed deletes it at its next start', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const ada = await calls.register('Ada Moss')
  const content = `Words to take back of ${ada.account.username}`
  await calls.call<PostView>('/posts', { by: ada, body: { content } })
  const readPosts = async () =>
    (await calls.call<{ posts: PostView[] }>(`/posts/user/${ada.account.username}`, { by: ada })).posts.map(
      (post) => post.content,
    )
  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto('/profile')
  await deletePost(page, content)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(findPost(page, content)).toBeVisible()
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  expect(await readPosts()).toEqual([content])

  await deletePost(page, content)
  await expect.poll(() => countStoredEntries(page)).toBe(1)
  await page.goto('about:blank')
  expect(await readPosts()).toEqual([content]) // it was held, so the closed page has not sent it
  await page.goto('/profile')
  await expect.poll(readPosts).toEqual([])
  await expect(findPost(page, content)).toHaveCount(0)
  expect(problems).toEqual([])
})
