import type { PostDraftView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { findPost } from './src/pages/member-actions.ts'
import { countStoredEntries } from './src/pages/stored-outbox.ts'

test.afterEach(({ product }) => product.closeWindows())

const findComposer = (page: Page) => page.getByRole('dialog', { name: 'Create Post' })
const findField = (page: Page) => findComposer(page).getByLabel("What's on your mind?")
const openComposer = (page: Page) => page.getByRole('button', { name: "What's on your mind?" }).click()
const close = async (page: Page) => {
  await findComposer(page).getByRole('button', { name: 'Close' }).click()
  await expect(findComposer(page)).toBeHidden()
}
/** Opens a draft from the list. */
async function openDraft(page: Page, text: string): Promise<void> {
  await findComposer(page)
    .getByRole('button', { name: /^Drafts/ })
    .click()
  await page.getByRole('dialog', { name: 'Drafts' }).getByText(text).click()
  await expect(findField(page)).toHaveValue(text)
}

test('a draft is on all devices of its author, with its picture, until one of them posts it', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Draft'), await calls.register('Ben Reader')]
  const listOf = async (by: typeof ada) =>
    (await calls.call<{ drafts: PostDraftView[] }>('/posts/drafts', { by })).drafts
  const [desktop, phone] = [await product.openSignedIn(ada.account), await product.openSignedIn(ada.account)]
  const text = `Half a thought of ${ada.account.username}`
  await openComposer(desktop.page)
  await findField(desktop.page).fill(text)
  const file = { name: 'hill.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
  await findComposer(desktop.page).locator('input[type=file]').setInputFiles(file)
  await findComposer(desktop.page).getByRole('img', { name: 'Preview of the picture' }).waitFor()
  await close(desktop.page)
  await expect.poll(() => listOf(ada)).toMatchObject([{ content: text, pictures: [{}] }])
  expect(await listOf(ben)).toEqual([])

  await openComposer(phone.page)
  await openDraft(phone.page, text)
  await expect(findComposer(phone.page).getByRole('img', { name: 'Preview of the picture' })).toBeVisible()
  const longer = `${text}, and the other half`
  await findField(phone.page).fill(longer)
  await close(phone.page)
  await expect.poll(() => listOf(ada)).toMatchObject([{ content: longer, pictures: [{}] }])

  await openComposer(desktop.page)
  await expect(findField(desktop.page)).toHaveValue(longer)
  await close(desktop.page)

  await openComposer(phone.page)
  await findComposer(phone.page).getByRole('button', { name: 'Post', exact: true }).click()
  await expect.poll(() => listOf(ada)).toEqual([])
  await expect(findPost(phone.page, longer).getByRole('button', { name: /^Open picture/ })).toBeVisible()

  await openComposer(desktop.page)
  await expect(findField(desktop.page)).toHaveValue('')
  expect([...desktop.problems, ...phone.problems]).toEqual([])
})

test('drafts of two devices that were changed apart are both kept, and one that was written offline is saved later', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const ada = await calls.register('Ada Apart')
  const list = async () => {
    const { drafts } = await calls.call<{ drafts: PostDraftView[] }>('/posts/drafts', { by: ada })
    return drafts.map(({ content }) => content).toSorted()
  }
  const { page } = await product.openSignedIn(ada.account)
  await openComposer(page)
  await findField(page).fill('First')
  await close(page)
  await expect.poll(list).toEqual(['First'])
  const { drafts } = await calls.call<{ drafts: PostDraftView[] }>('/posts/drafts', { by: ada })

  await disconnect(page.context())
  await openComposer(page)
  await findField(page).fill('Offline')
  await close(page)
  await expect.poll(() => countStoredEntries(page)).toBe(1)
  await page.reload()
  await openComposer(page)
  await expect(findField(page)).toHaveValue('Offline')
  await close(page)
  const elsewhere = { content: 'Elsewhere', changedAt: new Date().toISOString() }
  await calls.call(`/posts/drafts/${drafts[0]?._id}`, { by: ada, method: 'PUT', body: elsewhere })

  await reconnect(page.context())
  await openComposer(page)
  await expect.poll(list).toEqual(['Elsewhere', 'Offline'])
  await expect(findField(page)).toHaveValue('Offline')
  await openDraft(page, 'Elsewhere')
  await expect.poll(list).toEqual(['Elsewhere', 'Offline'])
})
