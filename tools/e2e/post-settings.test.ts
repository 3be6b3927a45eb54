import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'
import { findPost } from './src/pages/member-actions.ts'

test.afterAll(({ product }) => product.closeWindows())

test('a covered picture is not loaded before it is shown, and only people whom the author follows may comment', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Cover'), await calls.register('Ben Reader')]
  const { page } = await product.openSignedIn(ada.account)
  const text = `The end of the book, for @${ada.account.username}`
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel("What's on your mind?").fill(text)
  const file = { name: 'end.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
  await composer.locator('input[type=file]').setInputFiles(file)
  await composer.getByRole('combobox', { name: 'Who can comment' }).selectOption('following')
  await composer.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await composer.getByRole('combobox', { name: 'Cover pictures' }).selectOption('spoiler')
  await composer.getByLabel('Reason (optional)').fill('The last page')
  const published = page.waitForResponse((one) => one.url().endsWith('/api/posts') && one.request().method() === 'POST')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  const { _id, pictures } = await (await published).json()
  const files: string[] = pictures[0].sources.map((one: { url: string }) => one.url) // the home page has pictures of other tests

  const reader = (await product.openSignedIn(ben.account)).page
  const loaded: string[] = []
  reader.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await reader.goto(`/post/${_id}`)
  const post = findPost(reader, text)
  await expect(post.getByText('The last page')).toBeVisible()
  await expect(post.locator('p[lang="de"]')).toHaveText(text)
  await reader.getByRole('note').getByText('Only people whom Ada Cover follows can comment.').waitFor()
  await expect(reader.getByRole('textbox', { name: 'Write a comment' })).toHaveCount(0)
  await expect(post.getByRole('button', { name: 'Comment', exact: true })).toHaveAccessibleDescription(
    'Only some can comment',
  )
  expect(loaded.filter((path) => files.includes(path))).toEqual([])
  await post.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(post.getByRole('button', { name: /^Open picture/ })).toBeFocused()
  await expect.poll(() => loaded.filter((path) => files.includes(path)).length).toBeGreaterThan(0)
})
