import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { findPost } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

async function choose(page: Page, text: string, item: string): Promise<void> {
  await findPost(page, text).getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a share reaches the followers with the original, is counted on open pages, and ends', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  const text = `The pond is full again, ${ada.account.username}`
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content: text } })
  const cleo = await calls.register('Cleo Park')
  const others = []
  for (const name of ['Dora Hill', 'Emil Wood', 'Finn Lake', 'Gwen Dale']) others.push(await calls.register(name))
  for (const { _id } of [ben, ...others]) await calls.call(`/users/${_id}/follow`, { by: cleo, body: { state: true } }) // enough for a feed of their own

  const adas = await product.openSignedIn(ada.account)
  const bens = await product.openSignedIn(ben.account)
  await adas.page.goto(`/post/${post._id}`)
  await expect(adas.page.getByText('0 shares')).toBeAttached()
  await bens.page.goto(`/post/${post._id}`)
  await choose(bens.page, text, 'Share now')
  await expect(bens.page.getByText('1 share', { exact: true })).toBeAttached()
  await expect(bens.page.getByText('Shared with your followers')).toBeVisible()
  await expect(adas.page.getByText('1 share', { exact: true })).toBeAttached() // without a reload

  const cleos = await product.openSignedIn(cleo.account)
  await cleos.page.goto('/home')
  const shared = findPost(cleos.page, text).first() // it is also suggested, by Ada
  await expect(shared.getByRole('link', { name: 'Ben Reed shared' })).toBeVisible()
  await shared.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(adas.page.getByText('1 like', { exact: true })).toBeAttached() // of the original

  await adas.page.goto('/alert')
  await expect(adas.page.getByRole('listitem').filter({ hasText: 'shared your post' })).toContainText('Ben shared')
  await adas.page.goto(`/post/${post._id}`)

  await choose(bens.page, text, 'Undo share')
  await expect(adas.page.getByText('0 shares')).toBeAttached()
  await cleos.page.reload()
  await expect(cleos.page.getByRole('button', { name: "What's on your mind?" })).toBeVisible()
  await expect(cleos.page.getByText('Ben Reed shared')).toBeHidden()
  for (const { problems } of [adas, bens, cleos]) expect(problems).toEqual([])
})

test('a share with a comment is a post that shows the original until that is deleted', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  const text = `The pond of ${ada.account.username}`
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content: text } })
  const bens = await product.openSignedIn(ben.account)
  await bens.page.goto(`/post/${post._id}`)
  await choose(bens.page, text, 'Share with a comment')
  const dialog = bens.page.getByRole('dialog', { name: 'Share with a comment' })
  await expect(dialog.getByText(text)).toBeVisible()
  const comment = `As good as new, ${ben.account.username}`
  await dialog.getByLabel('Your comment').fill(comment)
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog).toBeHidden()
  await bens.page.goto(`/profile/${ben.account.username}`)
  const quote = bens.page.locator('[data-post]').filter({ hasText: comment }) // not while it is held
  await expect(quote.getByRole('blockquote', { name: 'Shared post by Ada Moss' })).toContainText(text)
  await calls.call(`/posts/${post._id}`, { by: ada, method: 'DELETE' })
  await bens.page.reload()
  await expect(quote.getByText('This post is not available')).toBeVisible()
  expect(bens.problems).toEqual([])
})

test('a share with a comment is written in the composer: with a picture, and Undo before it leaves', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  const text = `The meadow of ${ada.account.username}`
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content: text } })
  const { page, problems } = await product.openSignedIn(ben.account)
  await page.goto(`/post/${post._id}`)
  await choose(page, text, 'Share with a comment')
  const dialog = page.getByRole('dialog', { name: 'Share with a comment' })
  const comment = `So green, ${ben.account.username}`
  await dialog.getByLabel('Your comment').fill(comment)
  const file = { name: 'hill.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('img', { name: 'Preview of the picture' }).waitFor()
  await dialog.getByLabel('Cover pictures').selectOption('Spoiler')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByLabel('Your comment')).toHaveValue(comment)
  await expect(dialog.getByRole('img', { name: 'Preview of the picture' })).toBeVisible()
  await expect(dialog.getByRole('blockquote', { name: 'Shared post by Ada Moss' })).toContainText(text)
  await expect(page).toHaveURL(/\/home$/)
  expect((await calls.call<PostView>(`/posts/${post._id}`, { by: ada })).sharesCount).toBe(0)
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog).toBeHidden()
  const quote = page.locator('[data-post]').filter({ hasText: comment })
  await expect(quote.getByRole('blockquote', { name: 'Shared post by Ada Moss' })).toContainText(text)
  await expect(quote.getByRole('button', { name: 'Show' })).toBeVisible()
  expect((await calls.call<PostView>(`/posts/${post._id}`, { by: ada })).sharesCount).toBe(1)
  expect(problems).toEqual([])
})

test('a share offline shows at once, and is sent once after the connection is back', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  const text = `The reeds of ${ada.account.username}`
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content: text } })
  const bens = await product.openSignedIn(ben.account)
  await bens.page.goto(`/post/${post._id}`)
  await findPost(bens.page, text).getByRole('button', { name: 'Share', exact: true }).click()
  await bens.page.getByRole('menuitem', { name: 'Share now' }).waitFor() // the menu is loaded
  await bens.page.keyboard.press('Escape')
  await disconnect(bens.page.context())
  await choose(bens.page, text, 'Share now')
  await expect(bens.page.getByText('1 share', { exact: true })).toBeAttached()
  await reconnect(bens.page.context())
  await expect.poll(async () => (await calls.call<PostView>(`/posts/${post._id}`, { by: ada })).sharesCount).toBe(1)
})
