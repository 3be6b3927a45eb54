import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
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

test('a deleted comment can be brought back for some seconds, also offline, and is deleted otherwise', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const ada = await calls.register('Ada Moss')
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content: `Moss of ${ada.account.username}` } })
  for (const text of ['First words', 'Second words'])
    await calls.call(`/posts/${post._id}/comments`, { by: ada, body: { text } })
  const countComments = async () => (await calls.call<PostView>(`/posts/${post._id}`, { by: ada })).commentsCount
  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto(`/post/${post._id}`)
  const comment = page.getByRole('listitem').filter({ hasText: 'First words' })
  const remove = async () => {
    await comment.getByRole('button', { name: 'Options' }).click()
    await page.getByRole('menuitem', { name: 'Delete comment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(comment).toHaveCount(0)
  }
  await comment.getByRole('button', { name: 'Options' }).waitFor() // the comments are loaded
  await disconnect(page.context())
  await remove()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(comment).toBeVisible()
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  await reconnect(page.context())
  expect(await countComments()).toBe(2)

  await remove()
  await expect.poll(countComments).toBe(1)
  await expect(page.getByRole('listitem').filter({ hasText: 'Second words' })).toBeVisible()
  expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
