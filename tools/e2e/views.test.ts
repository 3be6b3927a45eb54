import type { PostView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { findPost } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

/** Makes `author` private with one follower. Resolves when the posts of the author are hidden from others. */
async function makePrivate(calls: ApiClient, author: ApiMember, follower: ApiMember): Promise<void> {
  const stranger = await calls.register('Cleo Sand')
  await calls.follow(follower, author)
  const { _id } = await calls.call<PostView>('/posts', { by: author, body: { content: 'A first post' } })
  await calls.call('/users/privacy', { by: author, body: { isPrivate: true }, method: 'PUT' })
  const isHidden = () =>
    calls.call(`/posts/${_id}`, { by: stranger }).then(
      () => false,
      () => true,
    )
  await expect.poll(isHidden).toBe(true)
}

test('who sees a post is counted once, the author never, and the author hides the number', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  await makePrivate(calls, ada, ben) // members of other tests see public posts
  const content = `A view over the valley by ${ada.account.username}`
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content } })
  const adas = await product.openSignedIn(ada.account)
  await adas.page.goto(`/post/${post._id}`)
  await expect(adas.page.getByRole('button', { name: '0 views', exact: true })).toBeVisible()

  const bens = await product.openSignedIn(ben.account)
  const profile = `/profile/${ada.account.username}`
  await expect(async () => {
    await bens.page.goto(profile)
    await findPost(bens.page, content).waitFor({ timeout: 3_000 })
  }).toPass()
  const isViewOfPost = (request: { url(): string; postDataJSON(): { ids: string[] } }) =>
    request.url().endsWith('/api/posts/views') && request.postDataJSON().ids.includes(post._id)
  await bens.page.waitForResponse((response) => isViewOfPost(response.request()))
  const again = bens.page.waitForResponse((response) => isViewOfPost(response.request()))
  await bens.page.goto(`/post/${post._id}`)
  await again
  await bens.page.reload()
  await expect(bens.page.getByRole('button', { name: '1 view', exact: true })).toBeVisible()

  await adas.page.reload()
  await adas.page.getByRole('button', { name: '1 view', exact: true }).click()
  const dialog = adas.page.getByRole('dialog', { name: 'Views' })
  await expect(dialog.getByText(/^1 view, on /)).toBeVisible()
  const hidden = adas.page.waitForResponse((response) => response.url().endsWith('/views-hidden'))
  await dialog.getByRole('switch', { name: 'Hide the number from others' }).click()
  expect((await hidden).status()).toBe(200)
  await bens.page.reload()
  await expect(bens.page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  await expect(bens.page.getByRole('button', { name: /\bviews?$/ })).toHaveCount(0)
  expect([adas.problems, bens.problems]).toEqual([[], []])
})
