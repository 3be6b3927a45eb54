import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Route } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findPost, reloadUntilVisible } from './src/pages/member-actions.ts'
import { countStoredEntries } from './src/pages/stored-outbox.ts'
import { VIEWPORTS } from './src/screens/viewports.ts'
import { followSilentMembers } from './src/silent-members.ts'

test.afterEach(({ product }) => product.closeWindows())

test('the feed says where the member left off on another device, and goes there', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, mara] = [await calls.register('Ada Moss'), await calls.register('Mara Lindqvist')]
  await followSilentMembers(calls, ada)
  await calls.follow(ada, mara)
  const write = (content: string) => calls.call<PostView>('/posts', { by: mara, body: { content } })
  const readPlace = async () =>
    (await calls.call<{ seenUntil: string | null }>('/posts/reading-position', { by: ada })).seenUntil

  const seen = await write('The first swallow.')
  const phone = await product.openSignedIn(ada.account, { viewport: VIEWPORTS.small })
  await reloadUntilVisible(phone.page, findPost(phone.page, seen.content))
  await expect.poll(readPlace).toBe(seen.createdAt)
  await expect(phone.page.getByText('You left off here')).toHaveCount(0)
  expect(phone.problems).toEqual([])
  await phone.page.context().close()

  const contents = Array.from({ length: 6 }, (_, index) => `Swallow number ${index + 2}.`)
  const written: PostView[] = []
  for (const content of contents) written.push(await write(content))
  const newest = written.at(-1) as PostView
  await expect
    .poll(async () => {
      const { posts } = await calls.call<{ posts: PostView[] }>('/posts?scope=following', { by: ada })
      return posts[0]?._id
    })
    .toBe(newest._id)

  const { page, problems } = await product.openSignedIn(ada.account, { viewport: VIEWPORTS.small })
  await findPost(page, newest.content).waitFor()
  await expect.poll(readPlace).toBe(newest.createdAt) // seen by now, and the mark stays
  await page.getByRole('button', { name: 'Go to where you left off' }).click()
  const marked = page.getByRole('article').filter({ hasText: 'You left off here' })
  await expect(marked).toContainText(seen.content)
  await expect(marked).toBeFocused()
  await expect(marked).toBeInViewport()
  expect(problems).toEqual([])

  const refuse = (route: Route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue()
  await page.route('**/api/posts/reading-position', refuse)
  const last = await write('The last swallow.')
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(marked).toContainText(newest.content)
  await expect.poll(() => countStoredEntries(page)).toBe(1) // the position waits while the server cannot take it
  expect(await readPlace()).toBe(newest.createdAt)
  await page.unroute('**/api/posts/reading-position', refuse)
  await page.reload()
  await expect.poll(readPlace).toBe(last.createdAt)
})
