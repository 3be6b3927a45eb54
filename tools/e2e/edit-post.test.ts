import type { PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { findPost } from './src/pages/member-actions.ts'
import { countStoredEntries } from './src/pages/stored-outbox.ts'

test.afterEach(({ product }) => product.closeWindows())

const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit post' })

/** Opens the editor of a post, and replaces its text. */
async function writeEdit(page: Page, post: Locator, text: string): Promise<Locator> {
  await post.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  await editor(page).getByLabel('Text of your post').fill(text)
  return editor(page)
}

test('an edit appears on open pages, tells those who commented, and keeps the texts before', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  const text = `The first swalows of ${ada.account.username}`
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content: text } })
  await calls.call(`/posts/${post._id}/comments`, { by: ben, body: { text: 'At last' } })
  const adas = await product.openSignedIn(ada.account)
  const bens = await product.openSignedIn(ben.account)
  for (const { page } of [adas, bens]) {
    await page.goto(`/post/${post._id}`)
    await expect(page.getByText(text)).toBeVisible()
  }

  const mended = `The first swallows of ${ada.account.username}`
  const dialog = await writeEdit(adas.page, adas.page.getByRole('article').first(), mended)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(adas.page.getByText('Post edited')).toBeVisible()
  await expect(dialog).toBeHidden()

  await expect(bens.page.getByText(mended)).toBeVisible() // without a reload
  await bens.page.getByRole('button', { name: 'edited', exact: true }).click()
  const versions = bens.page.getByRole('dialog', { name: 'Edit history' }).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText(mended)
  await expect(versions.last()).toContainText(text)

  await bens.page.goto('/alert')
  const alert = bens.page.getByRole('listitem').filter({ hasText: 'edited a post that you commented on' })
  await expect(alert).toContainText(mended)
  await alert.getByRole('link', { name: /edited a post/ }).click()
  await bens.page.waitForURL(`**/post/${post._id}`)
  expect(adas.problems).toEqual([])
  expect(bens.problems).toEqual([])
})

test('an edit offline waits, is refused if the post was edited elsewhere, and shows both texts', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const ada = await calls.register('Ada Moss')
  const content = `Moss of ${ada.account.username}`
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content } })
  const { page } = await product.openSignedIn(ada.account)
  await page.goto('/home')
  await findPost(page, content).waitFor()
  await (await writeEdit(page, findPost(page, content), `${content}, opened`))
    .getByRole('button', { name: 'Cancel' })
    .click()

  await disconnect(page.context())
  const dialog = await writeEdit(page, findPost(page, content), `${content}, offline`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(findPost(page, `${content}, offline`)).toBeVisible()
  await expect.poll(() => countStoredEntries(page)).toBe(1)

  const edit = { content: `${content}, elsewhere`, rev: post.rev }
  await calls.call(`/posts/${post._id}`, { by: ada, method: 'PUT', body: edit })
  await reconnect(page.context())
  await expect(findPost(page, `${content}, elsewhere`)).toBeVisible()

  await findPost(page, content).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  await expect(editor(page).getByRole('region', { name: 'What it says now' })).toContainText('elsewhere')
  await expect(editor(page).getByLabel('Text of your post')).toHaveValue(`${content}, offline`)
  await editor(page).getByRole('button', { name: 'Replace it with mine' }).click()
  await expect(editor(page)).toBeHidden()
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  expect(await calls.call<PostView>(`/posts/${post._id}`, { by: ada })).toMatchObject({
    content: `${content}, offline`,
  })
})
