import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { findPost } from './src/pages/member-actions.ts'
import { countStoredEntries } from './src/pages/stored-outbox.ts'
import { storeQueries } from './src/pages/stored-queries.ts'

test.afterEach(({ product }) => product.closeWindows())

test('Discover says why it shows a post, opens offline, and no longer suggests an author who is excluded', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const [ada, mara, ben] = [
    await calls.register('Ada Moss'),
    await calls.register('Mara Lindqvist'),
    await calls.register('Ben Reed'),
  ]
  const content = `A path of ${ben.account.username}`
  const { _id } = await calls.call<PostView>('/posts', { by: ben, body: { content } })
  await calls.call(`/users/${mara._id}/follow`, { by: ada, body: { state: true } })
  await calls.call(`/posts/${_id}/like`, { by: mara, body: { state: true } })
  const listReasons = async () =>
    (await calls.call<{ posts: PostView[] }>('/posts/discover?limit=50', { by: ada })).posts
      .filter((post) => post._id === _id)
      .map(({ reason }) => reason?.kind)
  await expect.poll(listReasons).toEqual(['liked-by-followed']) // posts learns the follow from its event

  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Discover' }).click()
  await page.waitForURL('**/discover')
  const post = findPost(page, content)
  await expect(post.getByText('Because Mara Lindqvist, whom you follow, liked it')).toBeVisible()
  await post.locator('time').click()
  await page.waitForURL(`**/post/${_id}`)
  await page.goBack()
  await expect(post).toBeVisible()
  expect(problems).toEqual([])

  await storeQueries(page, 'ranked')
  await disconnect(page.context())
  await page.reload()
  await post.getByRole('button', { name: 'Show less like this' }).click()
  await page.getByRole('menuitem', { name: 'No more from Ben Reed' }).click()
  await expect(post).toBeHidden()
  await expect.poll(() => countStoredEntries(page)).toBe(1)
  await reconnect(page.context())
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  expect(await listReasons()).toEqual([])
  await page.reload()
  await page.getByText("What Discover doesn't suggest").click()
  await page.getByRole('button', { name: 'Suggest Ben Reed again' }).click()
  await expect.poll(listReasons).toEqual(['liked-by-followed'])
})
