import { randomBytes } from 'node:crypto'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findPost } from './src/pages/member-actions.ts'

test.afterAll(({ product }) => product.closeWindows())

/** A text that no other run has published: newcomers see the posts of everyone. */
const createText = (text: string) => `${text} ${randomBytes(4).toString('hex')}`
const findComposer = (page: Page) => page.getByRole('dialog', { name: 'Create Post' })
const findWaiting = (page: Page) => page.getByRole('article', { name: 'Your post, not published yet' })

async function write(page: Page, text: string, picture?: Buffer): Promise<void> {
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  await findComposer(page).getByLabel("What's on your mind?").fill(text)
  if (!picture) return
  const file = { name: 'hill.png', mimeType: 'image/png', buffer: picture }
  await findComposer(page).locator('input[type=file]').setInputFiles(file)
  await findComposer(page).getByRole('img', { name: 'Preview of the picture' }).waitFor()
}
async function submit(page: Page): Promise<void> {
  await findComposer(page).getByRole('button', { name: 'Post', exact: true }).click()
  await expect(findComposer(page)).toBeHidden()
}

/** Remembers the requests that publish something. */
function rememberPublishing(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /^\/api\/(posts|media)$/.test(pathname)) sent.push(pathname)
  })
  return sent
}

test('Undo brings back the text and the picture, and nothing was sent; then it is published as it was changed, once', async ({
  product,
}) => {
  const { page, problems } = await product.openSignedUp(createUniqueAccount('Una Undo'))
  const sent = rememberPublishing(page)
  const text = createText('Too soon')
  await write(page, text, await drawSamplePicture())
  await submit(page)
  await expect(findWaiting(page)).toContainText(text)
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(findComposer(page).getByLabel("What's on your mind?")).toHaveValue(text)
  await expect(findComposer(page).getByRole('img', { name: 'Preview of the picture' })).toBeVisible()
  await expect(findWaiting(page)).toHaveCount(0)
  expect(sent).toEqual([])
  const changedText = createText('Better so')
  await findComposer(page).getByLabel("What's on your mind?").fill(changedText)
  await submit(page)
  await page.locator('[data-post]').filter({ hasText: changedText }).waitFor()
  await expect(findPost(page, text)).toHaveCount(0)
  expect(sent).toEqual(['/api/media', '/api/posts'])
  expect(problems).toEqual([])
})

test('a page that is closed before the post has left publishes it at its next start, once', async ({ product }) => {
  const { page } = await product.openSignedUp(createUniqueAccount('Cleo Close'))
  const text = createText('Closed at once')
  await write(page, text)
  await submit(page)
  await findWaiting(page).waitFor()
  const next = await page.context().newPage()
  await page.close()
  const sent = rememberPublishing(next)
  await next.goto('/home')
  await next.locator('[data-post]').filter({ hasText: text }).waitFor()
  await expect(findPost(next, text)).toHaveCount(1)
  expect(sent).toEqual(['/api/posts'])
})

test('Undo works offline, and in another tab', async ({ product }) => {
  const { page } = await product.openSignedUp(createUniqueAccount('Ottilie Offline'))
  const sent = rememberPublishing(page)
  const other = await page.context().newPage()
  const sentByOther = rememberPublishing(other)
  await other.goto('/home')
  await other.getByRole('button', { name: "What's on your mind?" }).waitFor()
  const text = createText('Without a network')
  await write(page, text)
  await page.context().setOffline(true)
  await submit(page)
  await findWaiting(other).getByRole('button', { name: 'Undo' }).click()
  await expect(findComposer(other).getByLabel("What's on your mind?")).toHaveValue(text)
  await expect(findWaiting(page)).toHaveCount(0)
  await page.context().setOffline(false)
  expect([...sent, ...sentByOther]).toEqual([])
})
