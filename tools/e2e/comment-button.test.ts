import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { findPost } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

test('Comment opens the post with the field in view and in focus, also below a post that fills the window', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const ada = await calls.register('Ada Moss')
  const title = `The walk of ${ada.account.username}`
  const lines = Array.from({ length: 60 }, (_, number) => `Step ${number}`)
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content: [title, ...lines].join('\n') } })
  for (const text of ['One', 'Two', 'Three'])
    await calls.call(`/posts/${post._id}/comments`, { by: ada, body: { text } })
  const { page, problems } = await product.openSignedIn(ada.account)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/profile')
  await findPost(page, title).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/post/${post._id}$`))
  const field = page.getByRole('textbox', { name: 'Write a comment' })
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Three' })).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect(problems).toEqual([])
})
