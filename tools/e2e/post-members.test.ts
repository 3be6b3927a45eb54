import type { PostView } from '@meadow/contracts'
import { type ApiClient, createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { findPost } from './src/pages/member-actions.ts'

const registerThree = async ({ register }: ApiClient) =>
  [await register('Ada Moss'), await register('Ben Reed'), await register('Cleo Hart')] as const

test.afterEach(({ product }) => product.closeWindows())

test('the count of likes opens who likes a post, by keyboard too, with links and buttons to follow', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben, cleo] = await registerThree(calls)
  const content = `Two like this of ${ada.account.username}`
  const { _id } = await calls.call<PostView>('/posts', { by: ada, body: { content } })
  for (const by of [ben, cleo]) await calls.call(`/posts/${_id}/like`, { by, body: { state: true } })

  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto(`/post/${_id}`)
  await findPost(page, content).getByRole('button', { name: '2 likes' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Liked by' })
  await expect(dialog.getByRole('listitem')).toHaveText([/Cleo Hart/, /Ben Reed/])
  await expect(dialog.getByText(/^The first is from .+ Counted live\. /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Follow Ben Reed' }).click()
  await expect(dialog.getByRole('button', { name: 'Following Ben Reed' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(findPost(page, content).getByRole('button', { name: '2 likes' })).toBeFocused()

  await findPost(page, content).getByRole('button', { name: '2 likes' }).click()
  await dialog.getByRole('link', { name: /Cleo Hart/ }).click()
  await page.waitForURL(`**/profile/${cleo.account.username}`)
  await expect(page.getByRole('heading', { name: 'Cleo Hart' }).first()).toBeVisible()
  await page.goBack()
  await expect(findPost(page, content)).toBeVisible()
  expect(problems).toEqual([])
})

test('the counts of shares and comments explain themselves, and whom the viewer cannot see is counted', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben, cleo] = await registerThree(calls)
  const { _id } = await calls.call<PostView>('/posts', { by: ada, body: { content: 'Two share this' } })
  for (const by of [ben, cleo]) await calls.call(`/posts/${_id}/share`, { by, body: {} })
  await calls.call(`/posts/${_id}/comments`, { by: ben, body: { text: 'It is so' } })
  await calls.call(`/users/${ben._id}/block`, { by: cleo, body: { state: true } })
  const listSharers = () => calls.call<{ members: object[] }>(`/posts/${_id}/shares`, { by: ben })
  await expect.poll(async () => (await listSharers()).members.length).toBe(1) // posts has heard of the block
  const { page, problems } = await product.openSignedIn(ben.account)
  await page.goto(`/post/${_id}`)
  await page.getByRole('button', { name: '2 shares' }).click()
  const sharers = page.getByRole('dialog', { name: 'Shared by' })
  await expect(sharers.getByRole('listitem')).toHaveText([/Ben Reed/])
  await expect(sharers.getByText('And 1 more whom you cannot see.')).toBeVisible()
  await expect(sharers.getByText(/^The first is from .+ Counted live\. /)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Comments (1)' }).focus()
  await page.keyboard.press('Enter')
  const explanation = page.getByRole('dialog', { name: 'Comments' })
  await expect(explanation.getByText('1 comment or reply')).toBeVisible()
  await expect(explanation.getByText(/^The first is from .+ Counted live\. /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Comments (1)' })).toBeFocused()
  expect(problems).toEqual([])
})
